// The width and the grapheme class of a code point, from a two-stage table generated out of Unicode's data.
// Pure functions on constant tables; any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace venomx::pane
{

inline constexpr std::uint32_t widthBlock = 64;
extern const std::uint8_t widthBlockOf[0x20000 / widthBlock];
extern const std::uint8_t widthBlocks[];

enum class GraphemeClass : std::uint8_t
{
    Other,
    Extend,      // marks, conjoining vowels and finals, format characters: always join what stands left of them
    Joiner,      // U+200D
    SpacingMark, // joins the character that it directly follows
    Regional,    // two of them are a flag
    Pictograph,
    Modifier // a skin tone: joins a pictograph, stands alone otherwise
};

struct CharacterProperties
{
    std::uint8_t packed;

    constexpr int width() const { return packed & 3; }
    constexpr GraphemeClass grapheme() const { return static_cast<GraphemeClass>((packed >> 2) & 7); }
    // An emoji variation sequence with U+FE0F exists: the pair is two columns wide.
    constexpr bool emojiVariation() const { return (packed & 0x20) != 0; }
};

inline CharacterProperties propertiesOf(char32_t codePoint)
{
    const auto point = static_cast<std::uint32_t>(codePoint);
    if (point < 0x20000) return {widthBlocks[widthBlockOf[point / widthBlock] * widthBlock + point % widthBlock]};
    if (point < 0x40000) return {static_cast<std::uint8_t>((point & 0xFFFF) < 0xFFFE ? 2 : 1)}; // ideographs, assigned or not
    if (point >= 0xE0000 && point < 0xE1000) return {static_cast<std::uint8_t>(GraphemeClass::Extend) << 2};
    return {1};
}

// May `character` become a part of the one that ends `text`, when it is written right behind it? Both are good UTF-8 and not empty.
bool mayJoin(std::string_view character, std::string_view text);

} // namespace venomx::pane
