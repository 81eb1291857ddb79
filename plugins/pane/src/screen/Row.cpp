#include "Row.h"

#include <algorithm>

namespace venomx::pane
{

void Row::blankBoth(int tail)
{
    for (const int col : {tail - 1, tail})
    {
        Cell& cell = _cells[static_cast<std::size_t>(col)];
        cell = blankCell(cell.style());
    }
}

void Row::erase(int cols, int from, int to, StyleId fill)
{
    if (from >= to || (from >= _used && fill == _fill)) return;
    if (to >= cols)
    {
        wrapped = false;
        splitAt(from);
        if (from > _used && fill != _fill) reach(cols, from);
        _used = static_cast<std::uint16_t>(std::min<int>(_used, from));
        _fill = fill;
        return;
    }
    Cell* const cells = reach(cols, to);
    splitAt(from);
    splitAt(to);
    std::fill(cells + from, cells + to, blankCell(fill));
}

void Row::insert(int cols, int col, int count, int right, StyleId fill)
{
    count = std::min(count, right - col);
    if (count <= 0 || (col >= _used && fill == _fill)) return;
    Cell* const cells = reach(cols, right);
    splitAt(col);
    splitAt(right);
    splitAt(right - count);
    std::copy_backward(cells + col, cells + right - count, cells + right);
    std::fill(cells + col, cells + col + count, blankCell(fill));
    if (right == cols) wrapped = false;
}

void Row::remove(int cols, int col, int count, int right, StyleId fill)
{
    count = std::min(count, right - col);
    if (count <= 0 || (col >= _used && fill == _fill)) return;
    Cell* const cells = reach(cols, right);
    splitAt(col);
    splitAt(right);
    splitAt(col + count);
    std::copy(cells + col + count, cells + right, cells + col);
    std::fill(cells + right - count, cells + right, blankCell(fill));
    if (right == cols) wrapped = false;
}

} // namespace venomx::pane
