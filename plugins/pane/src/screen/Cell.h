// One cell of a grid in 8 bytes: what is shown (a code point or a cluster's id), the id of its style, its width.
// A wide character is a head of width 2 and a tail of width 0 to its right, so the widths of a row add up to its columns. Internal to
// screen/.
#pragma once

#include <cstdint>

namespace venomx::pane
{

using Glyph = std::uint32_t;   // a code point, or a cluster's id with clusterBit
using StyleId = std::uint32_t; // 24 bits; 0 is the default style

inline constexpr Glyph clusterBit = 0x80000000u;

struct Cell
{
    Glyph glyph = ' ';
    std::uint32_t look = 1; // style id << 8, spacer bit, width

    static constexpr std::uint32_t spacerBit = 0x80;

    constexpr int width() const { return static_cast<int>(look & 3); }
    constexpr StyleId style() const { return look >> 8; }
    // A blank that is there only because a wide character had no room at the end of the row.
    constexpr bool spacer() const { return (look & spacerBit) != 0; }
    constexpr bool tail() const { return (look & 3) == 0; }
    constexpr bool operator==(const Cell&) const = default;
};
static_assert(sizeof(Cell) == 8);

constexpr Cell makeCell(Glyph glyph, StyleId style, int width)
{
    return {glyph, style << 8 | static_cast<std::uint32_t>(width)};
}

constexpr Cell blankCell(StyleId style)
{
    return makeCell(' ', style, 1);
}
constexpr Cell tailCell(StyleId style)
{
    return makeCell(0, style, 0);
}

} // namespace venomx::pane
