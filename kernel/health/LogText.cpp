#include "kernel/health/LogText.h"

namespace venomx::kernel
{
namespace
{

unsigned char byteAt(std::string_view text, std::size_t index)
{
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0;
}

bool continues(std::string_view text, std::size_t index)
{
    return (byteAt(text, index) & 0xC0U) == 0x80U;
}

/// Bytes of the well-formed character at the front that may be shown; 0: escape its first byte.
std::size_t shownCharacter(std::string_view text)
{
    const unsigned char first = byteAt(text, 0);
    const unsigned char second = byteAt(text, 1);
    if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
    if (first >= 0xC2 && first <= 0xDF)
    {
        const bool control = first == 0xC2 && second < 0xA0; // the C1 controls
        return continues(text, 1) && !control ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF)
    {
        const bool overlong = first == 0xE0 && second < 0xA0;
        const bool surrogate = first == 0xED && second >= 0xA0;
        const bool separator = first == 0xE2 && second == 0x80 && (byteAt(text, 2) == 0xA8 || byteAt(text, 2) == 0xA9);
        return continues(text, 1) && continues(text, 2) && !overlong && !surrogate && !separator ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4)
    {
        const bool outside = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
        return continues(text, 1) && continues(text, 2) && continues(text, 3) && !outside ? 4 : 0;
    }
    return 0;
}

std::string escaped(unsigned char byte)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return {'\\', 'x', kDigits[byte >> 4U], kDigits[byte & 0xFU]};
}

} // namespace

std::string logText(std::string_view text)
{
    constexpr std::string_view kCut = "\u2026";
    std::string shown;
    std::size_t fits = 0; // how much of `shown` leaves room for the mark of a cut
    while (!text.empty())
    {
        const std::size_t size = shownCharacter(text);
        if (size == 0)
            shown += escaped(byteAt(text, 0));
        else
            shown += text.substr(0, size);
        text.remove_prefix(size == 0 ? 1 : size);
        if (shown.size() + kCut.size() <= kLongestLogText) fits = shown.size();
        if (shown.size() > kLongestLogText) return shown.substr(0, fits).append(kCut);
    }
    return shown;
}

} // namespace venomx::kernel
