// Grapheme clusters: characters that join the one before them, and what becomes of its width.
#include <algorithm>

#include "Terminal.h"
#include "Width.h"

namespace venomx::pane
{

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
    row.written = _writing;
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
    row.written = _writing;
    if (_at.col + 2 == _size.cols) row.wrapped = false;
    advance(2);
}

} // namespace venomx::pane
