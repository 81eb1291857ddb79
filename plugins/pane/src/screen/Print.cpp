// Characters onto the grid: runs of ASCII, wide characters, grapheme clusters, wrapping.
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
            cells[stop - 1].glyph = static_cast<Glyph>(run.back()); // the last column takes all that come
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
    const CharacterProperties properties = propertiesOf(point);
    if (tryJoin(point, properties)) return;
    _writing = _parser.offset();
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

bool Terminal::tryJoin(char32_t point, CharacterProperties properties)
{
    const int width = properties.width();
    switch (properties.grapheme())
    {
    case GraphemeClass::Other:
        return false;
    case GraphemeClass::Extend:
        joinLeft(point);
        return true;
    case GraphemeClass::Joiner:
        joinLeft(point);
        if (_joining == Joining::Pictograph) _joining = Joining::Joined;
        return true;
    case GraphemeClass::SpacingMark:
        if (_joining == Joining::Nothing) return false;
        joinTo(point, 0);
        return true;
    case GraphemeClass::Modifier:
        if (_joining != Joining::Pictograph) return false;
        joinTo(point, 2);
        return true;
    case GraphemeClass::Pictograph:
        if (_joining != Joining::Joined) return false;
        joinTo(point, width);
        _joining = Joining::Pictograph;
        return true;
    case GraphemeClass::Regional:
        if (_joining != Joining::Regional) return false;
        joinTo(point, 2);
        _joining = Joining::Plain;
        return true;
    }
    return false;
}

// A mark also joins what stands left of a cursor that has moved; at the left margin there is nothing, and it is dropped.
void Terminal::joinLeft(char32_t point)
{
    if (_at.col == 0 && !_at.wrapNext) return;
    const Position cell = lastCell();
    const Glyph glyph = grid().row(cell.row).at(cell.col).glyph;
    const bool emoji = point == 0xFE0F && (glyph & clusterBit) == 0 && propertiesOf(static_cast<char32_t>(glyph)).emojiVariation();
    joinTo(point, emoji ? 2 : 0);
}

// The head of the character left of the cursor.
Position Terminal::lastCell() const
{
    Position cell = _at;
    if (!_at.wrapNext && cell.col > 0) --cell.col;
    if (cell.col > 0 && grid().row(cell.row).at(cell.col).tail()) --cell.col;
    return cell;
}

// Joins `point` to the last character, which becomes at least `width` columns wide.
void Terminal::joinTo(char32_t point, int width)
{
    collectIfCrowded();
    pen(); // no collection between here and the end: the new cluster stands in no cell yet
    const Position at = lastCell();
    Row& row = grid().row(at.row);
    Cell* const cells = row.reach(_size.cols, at.col + 1);
    Cell& cell = cells[at.col];
    const int target = std::max(width, cell.width());
    const Glyph glyph = _palette.clusters.join(cell.glyph, point, target);
    row.written = _parser.offset();
    if (glyph == cell.glyph) return;
    if (target == cell.width())
        cell.glyph = glyph;
    else
        widenLast(at, glyph);
}

// The last character turned out to be two columns wide. Without room for it, it moves to the next row, as it would have at once.
void Terminal::widenLast(Position at, Glyph glyph)
{
    Cell& cell = grid().row(at.row).reach(_size.cols, at.col + 1)[at.col];
    const StyleId style = cell.style();
    const bool room = at.col < (at.col > _right ? _size.cols - 1 : _right);
    if (!room && (!_modes.autowrap || !_at.wrapNext || at.col == 0 || (insideSides() && at.col == _left)))
    {
        cell = makeCell(glyph, style, 1);
        return;
    }
    if (room)
    {
        _at = {at.row, at.col, false};
    }
    else
    {
        cell = blankCell(style);
        cell.look |= Cell::spacerBit;
        wrap();
    }
    Row& row = this->row();
    Cell* const cells = row.reach(_size.cols, _at.col + 2);
    row.splitAt(_at.col);
    row.splitAt(_at.col + 2);
    cells[_at.col] = makeCell(glyph, style, 2);
    cells[_at.col + 1] = tailCell(style);
    row.written = _parser.offset();
    if (_at.col + 2 == _size.cols) row.wrapped = false;
    advance(2);
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
}

} // namespace venomx::pane
