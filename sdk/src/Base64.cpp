#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <venomx/sdk/base64.h>

namespace venomx
{
inline namespace v1
{

namespace
{

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> digitsOfBytes()
{
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return digits;
}

constexpr std::array<std::uint8_t, 256> kDigits = digitsOfBytes();

/// Four digits, the last `padding` of them "="; false when one is none or bits of the padding are set.
bool decodeGroup(std::string_view group, std::size_t padding, char* out)
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4; ++i)
    {
        const std::uint8_t digit = i < 4 - padding ? kDigits[static_cast<unsigned char>(group[i])] : std::uint8_t{0};
        if (digit == kNoDigit) return false;
        bits = (bits << 6) | digit;
    }
    if ((bits & ((1U << (8 * padding)) - 1)) != 0) return false;
    for (std::size_t i = 0; i < 3 - padding; ++i) out[i] = static_cast<char>(static_cast<unsigned char>(bits >> (16 - 8 * i)));
    return true;
}

/// How many bytes a text of whole groups stands for.
std::optional<std::size_t> decodedSize(std::string_view text)
{
    if (text.size() % 4 != 0) return std::nullopt;
    return text.size() / 4 * 3 - (text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0);
}

/// Fills `room`, which has the decoded size; false when the text is not base64.
bool decode(std::string_view text, std::span<char> room)
{
    const std::size_t padding = text.size() / 4 * 3 - room.size();
    char* out = room.data();
    for (std::size_t i = 0; i < text.size(); i += 4)
    {
        const std::size_t padded = i + 4 == text.size() ? padding : 0;
        if (!decodeGroup(text.substr(i, 4), padded, out)) return false;
        out += 3 - padded;
    }
    return true;
}

} // namespace

std::optional<std::string_view> fromBase64(std::string_view text, Arena& arena)
{
    const auto size = decodedSize(text);
    if (!size) return std::nullopt;
    const std::span<char> room = arena.array<char>(*size);
    if (!decode(text, room)) return std::nullopt;
    return std::string_view{room.data(), room.size()};
}

std::optional<std::string> fromBase64(std::string_view text)
{
    const auto size = decodedSize(text);
    if (!size) return std::nullopt;
    std::string bytes(*size, '\0');
    if (!decode(text, bytes)) return std::nullopt;
    return bytes;
}

std::string toBase64(std::string_view bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size())))
    {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) bits = (bits << 8) | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i) text.push_back(i <= bytes.size() ? kAlphabet[(bits >> (18 - 6 * i)) & 0x3F] : '=');
    }
    return text;
}

} // namespace v1
} // namespace venomx
