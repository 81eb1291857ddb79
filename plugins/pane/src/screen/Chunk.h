// About 64 KB of scrollback: lines as UTF-8 with runs of styles, and the styles and addresses that they use, so that a chunk depends
// on no table of the screen. A line takes its text, 5 to 8 bytes, and 2 to 4 bytes a run. Owned by a Scrollback.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Line.h"
#include "Palette.h"
#include "Row.h"

namespace venomx::pane
{

// A cell of a decoded line. The pointers stay good as long as the chunk is not changed.
struct StoredCell
{
    std::uint32_t at; // of the line's text
    std::uint8_t bytes;
    std::uint8_t width;
    const Style* style;
    const std::string* link;
};

// A logical line, or a part of one, decoded. Kept by readers and reused, so that a line costs no allocation.
struct StoredLine
{
    std::string text;
    std::vector<StoredCell> cells;
    bool wrapped = false;
    std::uint64_t written = 0; // the latest of its parts

    void clear()
    {
        text.clear();
        cells.clear();
        wrapped = false;
        written = 0;
    }
};

struct StoredInfo
{
    int width;
    bool wrapped;
    bool wide; // holds a wide character, so its rows at another width cannot be had by division
};

// Remembers which number a style of the screen has in the chunk at work. Reset by a new chunk and by a collection of the palette.
class StyleNumbers
{
public:
    void reset() { ++_stamp; }
    std::uint32_t* find(StyleId style, bool& known);

private:
    struct Entry
    {
        std::uint32_t stamp = 0;
        std::uint32_t number = 0;
    };
    std::vector<Entry> _entries;
    std::uint32_t _stamp = 1;
};

class Chunk
{
public:
    static constexpr std::size_t target = 65'536;

    std::size_t lines() const { return _starts.size(); }
    std::size_t bytes() const { return _data.size() + _starts.size() * sizeof(_starts[0]) + _styles.size() * sizeof(Style) + _linkBytes; }
    bool hasRoomFor(const Row& row) const { return bytes() + static_cast<std::size_t>(row.used()) * 4 + 64 <= target; }
    // All lines were stored at this width; 0 for a mixture.
    int cols() const { return _cols; }
    std::uint64_t latest() const { return _latest; }

    void reserve() { _data.reserve(target); }
    void append(const Row& row, int cols, const Palette& palette, StyleNumbers& numbers, std::vector<char>& scratch);
    void removeLast();
    void breakLast();
    StoredInfo info(std::size_t line) const;
    std::uint64_t written(std::size_t line) const;
    // Appends the line's cells to `out`.
    void decode(std::size_t line, StoredLine& out) const;
    // The line as a reader sees it, if it is all ASCII, which needs no look at its cells.
    bool readAscii(std::size_t line, Line& out) const;

private:
    struct Header
    {
        std::uint8_t flags;
        int width;
        std::uint64_t written;
        std::size_t text; // where it begins
        std::size_t textEnd;
        std::size_t end;
    };

    Header header(std::size_t line) const;
    std::uint32_t numberOf(StyleId style, const Palette& palette, StyleNumbers& numbers);
    void appendHeader(std::uint8_t flags, int width, std::uint64_t written, std::size_t textBytes);

    std::string _data;
    std::vector<std::uint16_t> _starts;
    std::vector<Style> _styles; // links in them are numbers of _links, from 1
    std::vector<std::string> _links;
    std::size_t _linkBytes = 0;
    std::uint64_t _base = 0;
    std::uint64_t _latest = 0;
    int _cols = 0;
};

} // namespace venomx::pane
