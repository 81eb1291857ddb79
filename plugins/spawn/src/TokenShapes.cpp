#include "TokenShapes.h"

namespace venomx::spawn
{
namespace
{

constexpr std::string_view kPrefix = "vnt1.";
constexpr std::size_t kLongestTool = 32;
constexpr std::size_t kSecretSize = 43;

constexpr bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isToolByte(char c)
{
    return isLower(c) || isDigit(c) || c == '-';
}

constexpr bool isSecretByte(char c)
{
    return isLower(c) || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-';
}

std::size_t toolSize(std::string_view text) noexcept
{
    if (text.empty() || !isLower(text.front())) return 0;
    std::size_t size = 1;
    while (size < text.size() && isToolByte(text[size])) ++size;
    return size <= kLongestTool ? size : 0;
}

std::size_t principalSize(std::string_view text) noexcept
{
    for (const std::string_view word : {std::string_view{"owner"}, std::string_view{"unknown"}})
        if (text.starts_with(word)) return word.size();
    if (text.size() < 2 || text[0] != 'g' || !isDigit(text[1]) || text[1] == '0') return 0;
    std::size_t size = 2;
    while (size < text.size() && isDigit(text[size])) ++size;
    return size;
}

bool startsWithSecret(std::string_view text) noexcept
{
    if (text.size() < kSecretSize) return false;
    for (const char c : text.substr(0, kSecretSize))
        if (!isSecretByte(c)) return false;
    return true;
}

/// Takes a part of `size` bytes and the dot behind it off the front of `text`; nothing if either is not there.
std::optional<std::string_view> takePart(std::string_view& text, std::size_t size) noexcept
{
    if (size == 0 || size >= text.size() || text[size] != '.') return std::nullopt;
    const std::string_view part = text.substr(0, size);
    text.remove_prefix(size + 1);
    return part;
}

/// `text` starts with the prefix.
std::optional<TokenShape> shapeAt(std::string_view text) noexcept
{
    std::string_view rest = text.substr(kPrefix.size());
    const auto tool = takePart(rest, toolSize(rest));
    if (!tool) return std::nullopt;
    const auto principal = takePart(rest, principalSize(rest));
    if (!principal || !startsWithSecret(rest)) return std::nullopt;
    return TokenShape{.start = 0, .size = text.size() - rest.size() + kSecretSize, .tool = *tool, .principal = *principal};
}

} // namespace

std::optional<TokenShape> findToken(std::string_view text, std::size_t from) noexcept
{
    for (std::size_t at = text.find(kPrefix, from); at != std::string_view::npos; at = text.find(kPrefix, at + 1))
    {
        if (auto shape = shapeAt(text.substr(at)))
        {
            shape->start = at;
            return shape;
        }
    }
    return std::nullopt;
}

} // namespace venomx::spawn
