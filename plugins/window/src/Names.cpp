#include "Names.h"

#include <algorithm>

namespace venomx::window
{

namespace
{

constexpr std::size_t kLongestSessionName = 64;
constexpr std::size_t kLongestWindowName = 256;

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool isNameByte(char byte)
{
    return isDigit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '.' || byte == '_' || byte == '-';
}

} // namespace

bool sessionNameWellFormed(std::string_view name)
{
    return !name.empty() && name.size() <= kLongestSessionName && std::ranges::all_of(name, isNameByte);
}

bool looksLikeId(std::string_view name)
{
    return name.size() >= 2 && std::string_view{"swpg"}.find(name.front()) != std::string_view::npos &&
           std::ranges::all_of(name.substr(1), isDigit);
}

bool windowNameAllowed(std::string_view name)
{
    if (name.size() > kLongestWindowName) return false;
    for (std::size_t at = 0; at < name.size(); ++at)
    {
        const auto byte = static_cast<unsigned char>(name[at]);
        if (byte < 0x20 || byte == 0x7F) return false;
        // U+0080..U+009F: C2 80..C2 9F.
        if (byte == 0xC2 && static_cast<unsigned char>(name[at + 1]) < 0xA0) return false;
    }
    return true;
}

} // namespace venomx::window
