// One row of a grid. Its cells are allocated when the row is first written; cells from used() on are blanks in the style `fill`, so an
// erased or fresh row costs no work a column. Owned by a Grid. Columns are 0-based, ranges half open; callers keep them within `cols`.
#pragma once

#include <cstdint>
#include <memory>

#include "Cell.h"

namespace venomx::pane
{

class Row
{
public:
    int used() const { return _used; }
    StyleId fill() const { return _fill; }
    Cell at(int col) const { return col < _used ? _cells[static_cast<std::size_t>(col)] : blankCell(_fill); }
    const Cell* cells() const { return _cells.get(); }

    // The cells, of which at least the first `upTo` are there to be written.
    Cell* reach(int cols, int upTo)
    {
        if (!_cells) _cells = std::make_unique_for_overwrite<Cell[]>(static_cast<std::size_t>(cols));
        while (_used < upTo) _cells[_used++] = blankCell(_fill);
        return _cells.get();
    }
    // As reach(), for a caller that writes all of [from, upTo) itself.
    Cell* reachToWrite(int cols, int from, int upTo)
    {
        Cell* const cells = reach(cols, from);
        if (_used < upTo) _used = static_cast<std::uint16_t>(upTo);
        return cells;
    }

    // Makes the whole row blank.
    void clear(StyleId fill)
    {
        _used = 0;
        _fill = fill;
        wrapped = false;
        written = 0;
    }
    // Makes [from, to) blank; no half of a wide character stays behind.
    void erase(int cols, int from, int to, StyleId fill);
    // Before a write at `col`: blanks the wide character that a border in front of `col` would cut.
    void splitAt(int col)
    {
        if (col > 0 && col < _used && _cells[static_cast<std::size_t>(col)].tail()) blankBoth(col);
    }
    // Moves [col, right) by `count` to the right or left within the range; what comes free is blank.
    void insert(int cols, int col, int count, int right, StyleId fill);
    void remove(int cols, int col, int count, int right, StyleId fill);

    // A wide character had no room in the last column, which is blank for that reason alone.
    bool endsInSpacer(int cols) const { return wrapped && _used == cols && _cells[static_cast<std::size_t>(cols - 1)].spacer(); }

    std::uint64_t written = 0; // offset of the last byte that wrote here
    bool wrapped = false;      // the next row goes on with this logical line

private:
    void blankBoth(int tail);

    std::uint16_t _used = 0;
    StyleId _fill = 0;
    std::unique_ptr<Cell[]> _cells;
};

} // namespace venomx::pane
