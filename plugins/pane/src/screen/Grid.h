// The rows of one screen, main or alternate, in a ring: scrolling the whole grid moves no cell and no row, scrolling a region turns
// indices. Owned by a Terminal. Rows are 0-based, `bottom` and `right` are inside the range; callers keep them within size().
#pragma once

#include <vector>

#include "Row.h"
#include "Screen.h"

namespace venomx::pane
{

class Grid
{
public:
    explicit Grid(ScreenSize size);

    ScreenSize size() const { return _size; }
    Row& row(int index) { return _rows[place(index)]; }
    const Row& row(int index) const { return _rows[place(index)]; }

    void clear(StyleId fill);
    // Turns the rows top..bottom by `count`; the rows that come free are blank.
    void scrollUp(int top, int bottom, int count, StyleId fill);
    void scrollDown(int top, int bottom, int count, StyleId fill);
    // The same for a part of the columns.
    void scrollUp(int top, int bottom, int left, int right, int count, StyleId fill);
    void scrollDown(int top, int bottom, int left, int right, int count, StyleId fill);

    // Takes all rows out in order; the grid is unusable until replace().
    std::vector<Row> take();
    // Rows in order; fewer than size.rows are filled up with blank ones, more are dropped.
    void replace(ScreenSize size, std::vector<Row> rows);
    // Cuts or pads rows and columns without reflow.
    void crop(ScreenSize size);

    // The number of the last row with anything to show, -1 for none.
    int lastShown() const;

private:
    std::size_t place(int index) const
    {
        const int at = _first + index;
        return _order[static_cast<std::size_t>(at >= _size.rows ? at - _size.rows : at)];
    }
    void rotate(int top, int middle, int bottom);
    void copyPart(int from, int to, int left, int right);

    ScreenSize _size;
    int _first = 0;
    std::vector<std::uint16_t> _order; // the ring: indices into _rows
    std::vector<Row> _rows;
};

// A copy of `from`, cut to `cols`; no half character stays at the cut.
Row croppedRow(const Row& from, int cols);

} // namespace venomx::pane
