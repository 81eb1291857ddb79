// Characters onto the grid: runs of ASCII and of others, wide characters, wrapping.
#include <algorithm>

#include "ByteRuns.h"
#include "Terminal.h"
#include "Width.h"

namespace venomx::pane
{

namespace
{

constexpr int mostRepeats = 4'096; // of REP: far more than any row that a program draws with it, and soon done

} // namespace

StyleId Terminal::pen()
{
    if (_penChanged)
    {
        collectIfCrowded();
        _penChanged = false;
        _penId = _palette.styles.intern(_pen);
        _erasureKnown = false;
    }
    return _penId;
}

void Terminal::printAscii(std::string_view run)
{
    _joining = Joining::Plain;
    if (!_charsets.plain() || _modes.insert)
        printTranslated(run);
    else
        printPlain(run, 1);
}

void Terminal::printTranslated(std::string_view run)
{
    _writing = _parser.offset();
    for (const char byte : run)
    {
        put(_charsets.translate(byte), 1);
        ++_writing;
    }
}

// `step` is 1 for bytes of the stream, 0 for copies that all come from one byte.
void Terminal::printPlain(std::string_view run, unsigned step)
{
    const StyleId style = pen();
    const std::uint64_t base = _parser.offset();
    _lastCharacter = static_cast<char32_t>(run.back());
    std::size_t done = 0;
    while (done < run.size())
    {
        if (_at.wrapNext && _modes.autowrap) wrap();
        const int room = rightEdge() - _at.col + 1;
        auto count = std::min(run.size() - done, static_cast<std::size_t>(room));
        const int stop = _at.col + static_cast<int>(count);
        Row& row = this->row();
        row.splitAt(_at.col);
        row.splitAt(stop);
        Cell* const cells = row.reachToWrite(_size.cols, _at.col, stop);
        widen(run.data() + done, count, style, cells + _at.col);
        if (stop == _size.cols) row.wrapped = false;
        if (count == static_cast<std::size_t>(room) && !_modes.autowrap)
        {
            cells[stop - 1].glyph = static_cast<unsigned char>(run.back()); // the last column takes all that come
            count = run.size() - done;
        }
        row.written = base + (done + count - 1) * step;
        done += count;
        advance(stop - _at.col);
    }
}

// Moves right within the row; behind its last column waits the wrap.
void Terminal::advance(int width)
{
    const int edge = rightEdge();
    _at.col += width;
    if (_at.col <= edge) return;
    _at.col = edge;
    _at.wrapNext = true;
}

void Terminal::wrap()
{
    const bool inside = insideSides();
    const bool moves = _at.row == _bottom ? inside : _at.row < _size.rows - 1;
    if (moves && _at.col == _size.cols - 1) row().wrapped = true;
    _at.wrapNext = false;
    lineFeed();
    _at.col = inside ? _left : 0;
}

void Terminal::printCharacter(char32_t point)
{
    print(point, _parser.offset());
}

void Terminal::printCharacters(std::span<const char32_t> points)
{
    std::uint64_t offset = _parser.offset();
    while (!points.empty())
    {
        const std::size_t singles = printSingles(points);
        const std::size_t count = std::max<std::size_t>(singles, 1);
        for (const char32_t point : points.first(count)) offset += utf8Length(point);
        if (singles > 0)
            row().written = offset - 1;
        else
            print(points.front(), offset - 1);
        points = points.subspan(count);
    }
}

// Writes, of the characters at the front, those that join nothing and find room in the row, and gives their number.
std::size_t Terminal::printSingles(std::span<const char32_t> points)
{
    if (_modes.insert || _at.wrapNext) return 0;
    std::array<std::uint8_t, mostCharacters> widths;
    const int room = rightEdge() + 1;
    int stop = _at.col;
    std::size_t count = 0;
    auto last = GraphemeClass::Other;
    for (; count < points.size(); ++count)
    {
        const CharacterProperties properties = propertiesOf(points[count]);
        const bool joined = count == 0 && _joining == Joining::Joined;
        const bool single =
            properties.grapheme() == GraphemeClass::Other || (properties.grapheme() == GraphemeClass::Pictograph && !joined);
        if (!single || properties.width() == 0 || stop + properties.width() > room) break;
        last = properties.grapheme();
        widths[count] = static_cast<std::uint8_t>(properties.width());
        stop += properties.width();
    }
    if (count == 0) return 0;
    const StyleId style = pen();
    Row& row = this->row();
    row.splitAt(_at.col);
    row.splitAt(stop);
    Cell* cell = row.reachToWrite(_size.cols, _at.col, stop) + _at.col;
    for (std::size_t index = 0; index < count; ++index)
    {
        *cell++ = makeCell(static_cast<Glyph>(points[index]), style, widths[index]);
        if (widths[index] == 2) *cell++ = tailCell(style);
    }
    if (stop == _size.cols) row.wrapped = false;
    _lastCharacter = points[count - 1];
    _joining = last == GraphemeClass::Pictograph ? Joining::Pictograph : Joining::Plain;
    advance(stop - _at.col);
    return count;
}

// `offset` is that of the last of its bytes.
void Terminal::print(char32_t point, std::uint64_t offset)
{
    _writing = offset;
    const CharacterProperties properties = propertiesOf(point);
    if (tryJoin(point, properties)) return;
    put(point, properties.width());
    switch (properties.grapheme())
    {
    case GraphemeClass::Pictograph:
        _joining = Joining::Pictograph;
        break;
    case GraphemeClass::Regional:
        _joining = Joining::Regional;
        break;
    default:
        _joining = Joining::Plain;
        break;
    }
}

void Terminal::put(char32_t point, int width)
{
    _lastCharacter = point;
    putCell(static_cast<Glyph>(point), width == 0 ? 1 : width);
}

void Terminal::putCell(Glyph glyph, int width)
{
    const StyleId style = pen();
    if (_at.wrapNext && _modes.autowrap) wrap();
    const int left = insideSides() ? _left : 0;
    if (rightEdge() - left + 1 < width) width = 1; // one column: a wide character is squeezed
    if (_at.col + width - 1 > rightEdge())
    {
        if (!_modes.autowrap) return;
        row().erase(_size.cols, _at.col, _at.col + 1, 0);
        row().reach(_size.cols, _at.col + 1)[_at.col].look |= Cell::spacerBit;
        wrap();
    }
    Row& row = this->row();
    const int stop = _at.col + width;
    if (_modes.insert && insideSides()) row.insert(_size.cols, _at.col, width, _right + 1, erasure());
    row.splitAt(_at.col);
    row.splitAt(stop);
    Cell* const cells = row.reachToWrite(_size.cols, _at.col, stop);
    cells[_at.col] = makeCell(glyph, style, width);
    if (width == 2) cells[_at.col + 1] = tailCell(style);
    if (stop == _size.cols) row.wrapped = false;
    row.written = _writing;
    advance(width);
}

void Terminal::repeat(int count)
{
    if (_lastCharacter == 0) return;
    count = std::min(count, mostRepeats);
    if (_lastCharacter < 0x7F && !_modes.insert)
    {
        const std::string run(static_cast<std::size_t>(count), static_cast<char>(_lastCharacter));
        printPlain(run, 0);
    }
    else
    {
        const char32_t point = _lastCharacter;
        _writing = _parser.offset();
        for (const int width = propertiesOf(point).width(); count > 0; --count) put(point, width);
    }
    _joining = Joining::Plain;
    _lastCharacter = 0; // a second REP follows no character
}

} // namespace venomx::pane
