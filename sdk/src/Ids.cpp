#include <venomx/sdk/ids.h>

#include <array>
#include <charconv>

namespace venomx
{
inline namespace v1
{
namespace
{

constexpr std::array<char, 3> kLetters{'s', 'w', 'p'};

std::optional<std::uint64_t> parseNumber(std::string_view digits)
{
    if (digits.empty() || digits.front() < '0' || digits.front() > '9') return std::nullopt;
    if (digits.front() == '0' && digits.size() > 1) return std::nullopt;
    std::uint64_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

std::string join(char letter, std::uint64_t number)
{
    std::array<char, 24> text{letter};
    const auto [end, error] = std::to_chars(text.data() + 1, text.data() + text.size(), number);
    static_cast<void>(error);
    return {text.data(), end};
}

} // namespace

std::string ResourceId::str() const
{
    return join(kLetters.at(static_cast<std::size_t>(kind)), number);
}

std::optional<ResourceId> ResourceId::parse(std::string_view text)
{
    if (text.empty()) return std::nullopt;
    for (std::size_t kind = 0; kind < kLetters.size(); ++kind)
    {
        if (text.front() != kLetters.at(kind)) continue;
        const auto number = parseNumber(text.substr(1));
        if (!number) return std::nullopt;
        return ResourceId{static_cast<ResourceKind>(kind), *number};
    }
    return std::nullopt;
}

std::optional<PrincipalId> PrincipalId::parse(std::string_view text)
{
    if (text == "owner") return owner();
    if (text == "unknown") return unknown();
    if (text.empty() || text.front() != 'g') return std::nullopt;
    const auto number = parseNumber(text.substr(1));
    if (!number || *number == kUnknown || *number >= kNobody) return std::nullopt;
    return generated(*number);
}

std::string PrincipalId::str() const
{
    if (_value == kOwner) return "owner";
    if (_value == kUnknown || _value == kNobody) return "unknown";
    return join('g', _value);
}

} // namespace v1
} // namespace venomx
