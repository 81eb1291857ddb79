// One line of a screen or of its scrollback as a reader sees it: text in UTF-8 and runs of equal look. A value; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Style.h"
#include "Width.h"

namespace venomx::pane
{

struct LineRun
{
    std::uint32_t bytes = 0; // of the line's text
    std::uint16_t width = 0; // columns
    bool apart = false;      // begins with a character that would join the one before it, were they written one after the other
    Style style;             // its link is not 0 when there is one; the number itself means nothing
    std::string link;        // OSC 8 address
};

struct Line
{
    std::string text;          // blanks after the last shown cell are left out unless the line is wrapped
    std::vector<LineRun> runs; // add up to text and width
    int width = 0;             // columns that text fills
    bool wrapped = false;      // the next line goes on with this one
    std::uint64_t written = 0; // offset of the last byte that wrote here; 0 for a line never written

    void clear()
    {
        text.clear();
        runs.clear();
        width = 0;
        wrapped = false;
        written = 0;
    }

    // Appends a character of `columns` columns; `link` is the address that style.link stands for.
    void append(std::string_view character, int columns, const Style& style, std::string_view link)
    {
        const bool ascii = static_cast<unsigned char>(character.front()) < 0x80;
        const bool apart = !ascii && !text.empty() && mayJoin(character, text);
        if (runs.empty() || apart || runs.back().style != style || runs.back().link != link)
            runs.push_back({.apart = apart, .style = style, .link = std::string(link)});
        text.append(character);
        runs.back().bytes += static_cast<std::uint32_t>(character.size());
        runs.back().width = static_cast<std::uint16_t>(runs.back().width + columns);
        width += columns;
    }
};

} // namespace venomx::pane
