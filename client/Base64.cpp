#include "client/Base64.h"

#include <array>
#include <cstdint>

namespace venomx::client
{
namespace
{

constexpr std::uint8_t kNone = 0xff;

constexpr std::array<std::uint8_t, 256> kValues = []
{
    constexpr std::string_view kAlphabet{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"};
    std::array<std::uint8_t, 256> values{};
    values.fill(kNone);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return values;
}();

} // namespace

std::optional<std::string> fromBase64(std::string_view text)
{
    if (text.size() % 4 != 0) return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && text.ends_with('='))
    {
        text.remove_suffix(1);
        ++padding;
    }
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : text)
    {
        const std::uint8_t value = kValues[static_cast<unsigned char>(letter)];
        if (value == kNone) return std::nullopt;
        bits = bits << 6 | value;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xff);
    }
    return bytes;
}

} // namespace venomx::client
