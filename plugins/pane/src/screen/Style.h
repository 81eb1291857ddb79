// How a cell looks, as a value. Part of the public face of the screen: captures read it. Any thread.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace venomx::pane
{

struct Color
{
    enum class Kind : std::uint8_t
    {
        Default,
        Indexed, // 0..255 of xterm's palette
        Rgb
    };

    std::uint32_t packed = 0; // kind in the top byte, then red, green, blue, or the index in the lowest byte

    static constexpr Color indexed(unsigned index) { return {1u << 24 | (index & 0xFF)}; }
    static constexpr Color rgb(unsigned red, unsigned green, unsigned blue)
    {
        return {2u << 24 | (red & 0xFF) << 16 | (green & 0xFF) << 8 | (blue & 0xFF)};
    }

    constexpr Kind kind() const { return static_cast<Kind>(packed >> 24); }
    constexpr unsigned index() const { return packed & 0xFF; }
    constexpr unsigned red() const { return packed >> 16 & 0xFF; }
    constexpr unsigned green() const { return packed >> 8 & 0xFF; }
    constexpr unsigned blue() const { return packed & 0xFF; }
    constexpr bool operator==(const Color&) const = default;
};

enum class Underline : std::uint8_t
{
    None,
    Single,
    Double,
    Curly,
    Dotted,
    Dashed
};

struct Style
{
    enum Flag : std::uint16_t
    {
        Bold = 1,
        Faint = 2,
        Italic = 4,
        Blink = 8,
        Inverse = 16,
        Invisible = 32,
        Strike = 64,
        Overline = 128,
        Protected = 256 // DECSCA: selective erase leaves the cell alone; nothing to see
    };

    Color foreground;
    Color background;
    Color underlineColor;
    std::uint16_t flags = 0;
    Underline underline = Underline::None;
    std::uint8_t reserved = 0;
    std::uint32_t link = 0; // 0: no hyperlink; otherwise a number that means something only beside the table it came from

    constexpr bool has(Flag flag) const { return (flags & flag) != 0; }
    constexpr void set(Flag flag, bool on) { flags = static_cast<std::uint16_t>(on ? flags | flag : flags & ~flag); }
    // Each bit of it counts, and dense colour compares styles for every character.
    bool operator==(const Style& other) const { return std::memcmp(this, &other, sizeof(Style)) == 0; }
};
static_assert(std::has_unique_object_representations_v<Style>);

} // namespace venomx::pane
