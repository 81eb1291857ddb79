#include "Width.h"

#include "Utf8.h"

namespace venomx::pane
{

namespace
{

char32_t firstOf(std::string_view text)
{
    Utf8Decoder decoder;
    for (const char byte : text)
        if (decoder.feed(static_cast<std::uint8_t>(byte)) == Utf8Decoder::Step::Done) break;
    return decoder.codePoint();
}

char32_t lastOf(std::string_view text)
{
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<std::uint8_t>(text[at]) & 0xC0) == 0x80) --at;
    return firstOf(text.substr(at));
}

} // namespace

bool mayJoin(std::string_view character, std::string_view text)
{
    switch (propertiesOf(firstOf(character)).grapheme())
    {
    case GraphemeClass::Other:
        return false;
    case GraphemeClass::Pictograph:
        return propertiesOf(lastOf(text)).grapheme() == GraphemeClass::Joiner;
    case GraphemeClass::Regional:
        return propertiesOf(lastOf(text)).grapheme() == GraphemeClass::Regional;
    case GraphemeClass::Extend:
    case GraphemeClass::Joiner:
    case GraphemeClass::SpacingMark:
    case GraphemeClass::Modifier:
        break;
    }
    return true;
}

} // namespace venomx::pane
