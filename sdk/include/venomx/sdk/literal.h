// Text that was written in the source, and can therefore hold nothing of a request.
// Codes, messages and reason words are Literals, so that a path, a name or a value of a caller cannot slip into one.
// Any thread; trivially copyable; refers to static storage.
#pragma once

#include <string_view>

namespace venomx
{
inline namespace v1
{

class Literal
{
public:
    constexpr Literal() = default;
    consteval Literal(const char* text) : _text(text) {}

    [[nodiscard]] constexpr std::string_view view() const { return _text; }
    [[nodiscard]] constexpr bool empty() const { return _text.empty(); }
    constexpr bool operator==(const Literal&) const = default;

private:
    std::string_view _text;
};

} // namespace v1
} // namespace venomx
