#include "client/Text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace venomx::client
{
namespace
{

struct Range
{
    char32_t first;
    char32_t last;
};

constexpr std::array<Range, 14> kZeroWidth{{{0x300, 0x36f},
                                            {0x483, 0x489},
                                            {0x591, 0x5bd},
                                            {0x610, 0x61a},
                                            {0x64b, 0x65f},
                                            {0x6d6, 0x6dc},
                                            {0x1ab0, 0x1aff},
                                            {0x1dc0, 0x1dff},
                                            {0x200b, 0x200f},
                                            {0x20d0, 0x20ff},
                                            {0xfe00, 0xfe0f},
                                            {0xfe20, 0xfe2f},
                                            {0xfeff, 0xfeff},
                                            {0xe0100, 0xe01ef}}};

constexpr std::array<Range, 17> kWide{{{0x1100, 0x115f},
                                       {0x2e80, 0x303e},
                                       {0x3041, 0x33ff},
                                       {0x3400, 0x4dbf},
                                       {0x4e00, 0x9fff},
                                       {0xa000, 0xa4cf},
                                       {0xa960, 0xa97f},
                                       {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},
                                       {0xfe30, 0xfe6f},
                                       {0xff00, 0xff60},
                                       {0xffe0, 0xffe6},
                                       {0x1f300, 0x1f64f},
                                       {0x1f680, 0x1f6ff},
                                       {0x1f900, 0x1f9ff},
                                       {0x1fa70, 0x1faff},
                                       {0x20000, 0x3fffd}}};

template <std::size_t N>
bool isIn(const std::array<Range, N>& ranges, char32_t value)
{
    const auto next = std::ranges::upper_bound(ranges, value, {}, &Range::first);
    return next != ranges.begin() && value <= std::prev(next)->last;
}

std::size_t widthOf(char32_t value)
{
    if (value < 0x300) return 1;
    if (isIn(kZeroWidth, value)) return 0;
    return isIn(kWide, value) ? 2 : 1;
}

bool isControl(char32_t value)
{
    return value < 0x20 || (value >= 0x7f && value < 0xa0);
}

bool turnsDirection(char32_t value)
{
    return (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);
}

void appendHex(std::string& out, std::string_view prefix, std::uint32_t value, int digits)
{
    constexpr std::string_view kHex{"0123456789abcdef"};
    out += prefix;
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += kHex[(value >> shift) & 0xf];
}

void appendEscaped(std::string& out, char32_t value)
{
    if (value == '\n')
        out += "\\n";
    else if (value == '\t')
        out += "\\t";
    else if (value < 0x100)
        appendHex(out, "\\x", value, 2);
    else
        appendHex(out, "\\u", value, 4);
}

/// Bytes of the SGR sequence at the front of `text`; 0: there is none.
std::size_t colourLength(std::string_view text)
{
    if (!text.starts_with("\x1b[")) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;:", 2);
    return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

} // namespace

std::optional<CodePoint> firstCodePoint(std::string_view text)
{
    const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return CodePoint{.value = first, .length = 1};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return std::nullopt;
    char32_t value = first & (0x7fU >> length);
    for (std::size_t at = 1; at < length; ++at)
    {
        if ((byte(at) & 0xc0U) != 0x80U) return std::nullopt;
        value = value << 6 | (byte(at) & 0x3fU);
    }
    constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    if (value < kLeast[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return std::nullopt;
    return CodePoint{.value = value, .length = length};
}

bool isUtf8(std::string_view text)
{
    while (!text.empty())
    {
        const std::optional<CodePoint> point = firstCodePoint(text);
        if (!point) return false;
        text.remove_prefix(point->length);
    }
    return true;
}

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    while (!text.empty())
    {
        const std::optional<CodePoint> point = firstCodePoint(text);
        width += point ? widthOf(point->value) : 1;
        text.remove_prefix(point ? point->length : 1);
    }
    return width;
}

std::string oneLine(std::string_view text)
{
    std::string line;
    line.reserve(text.size());
    while (!text.empty())
    {
        const std::optional<CodePoint> point = firstCodePoint(text);
        const std::size_t length = point ? point->length : 1;
        if (!point)
            appendHex(line, "\\x", static_cast<unsigned char>(text.front()), 2);
        else if (isControl(point->value) || turnsDirection(point->value))
            appendEscaped(line, point->value);
        else
            line += text.substr(0, length);
        text.remove_prefix(length);
    }
    return line;
}

std::string cut(const std::string& text, std::size_t width)
{
    if (displayWidth(text) <= width) return text;
    std::string_view left{text};
    std::string kept;
    for (std::size_t used = 0; !left.empty();)
    {
        const std::size_t length = firstCodePoint(left).value_or(CodePoint{}).length;
        used += displayWidth(left.substr(0, length));
        if (used >= width) break;
        kept += left.substr(0, length);
        left.remove_prefix(length);
    }
    return kept + "\u2026";
}

std::string terminalSafe(std::string_view text)
{
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty())
    {
        const std::optional<CodePoint> point = firstCodePoint(text);
        std::size_t length = point ? point->length : 1;
        const std::size_t colour = colourLength(text);
        if (colour != 0) length = colour;
        const bool kept = colour != 0 || (point && (!isControl(point->value) || point->value == '\n' || point->value == '\t'));
        if (kept) safe += text.substr(0, length);
        text.remove_prefix(length);
    }
    return safe;
}

} // namespace venomx::client
