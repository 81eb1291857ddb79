#include "Grid.h"

#include <algorithm>
#include <numeric>

namespace venomx::pane
{

Grid::Grid(ScreenSize size) : _size(size), _order(static_cast<std::size_t>(size.rows)), _rows(static_cast<std::size_t>(size.rows))
{
    std::iota(_order.begin(), _order.end(), std::uint16_t{0});
}

void Grid::clear(StyleId fill)
{
    for (Row& row : _rows) row.clear(fill);
}

// As std::rotate on the ring: row `middle` becomes row `top`.
void Grid::rotate(int top, int middle, int bottom)
{
    if (top == 0 && bottom == _size.rows - 1)
    {
        _first += middle;
        if (_first >= _size.rows) _first -= _size.rows;
        return;
    }
    std::rotate(_order.begin(), _order.begin() + _first, _order.end());
    _first = 0;
    std::rotate(_order.begin() + top, _order.begin() + middle, _order.begin() + bottom + 1);
}

void Grid::scrollUp(int top, int bottom, int count, StyleId fill)
{
    const int height = bottom - top + 1;
    count = std::min(count, height);
    if (count < height) rotate(top, top + count, bottom);
    for (int index = bottom - count + 1; index <= bottom; ++index) row(index).clear(fill);
}

void Grid::scrollDown(int top, int bottom, int count, StyleId fill)
{
    const int height = bottom - top + 1;
    count = std::min(count, height);
    if (count < height) rotate(top, bottom + 1 - count, bottom);
    for (int index = top; index < top + count; ++index) row(index).clear(fill);
}

void Grid::copyPart(int from, int to, int left, int right)
{
    Row& source = row(from);
    Row& target = row(to);
    source.splitAt(left);
    source.splitAt(right + 1);
    Cell* const cells = target.reach(_size.cols, right + 1);
    target.splitAt(left);
    target.splitAt(right + 1);
    for (int col = left; col <= right; ++col) cells[col] = source.at(col);
    target.written = std::max(target.written, source.written);
    target.wrapped = false;
}

void Grid::scrollUp(int top, int bottom, int left, int right, int count, StyleId fill)
{
    for (int index = top; index + count <= bottom; ++index) copyPart(index + count, index, left, right);
    for (int index = std::max(top, bottom - count + 1); index <= bottom; ++index) row(index).erase(_size.cols, left, right + 1, fill);
}

void Grid::scrollDown(int top, int bottom, int left, int right, int count, StyleId fill)
{
    for (int index = bottom; index - count >= top; --index) copyPart(index - count, index, left, right);
    for (int index = top; index <= std::min(bottom, top + count - 1); ++index) row(index).erase(_size.cols, left, right + 1, fill);
}

std::vector<Row> Grid::take()
{
    std::vector<Row> rows;
    rows.reserve(_rows.size());
    for (int index = 0; index < _size.rows; ++index) rows.push_back(std::move(row(index)));
    return rows;
}

void Grid::replace(ScreenSize size, std::vector<Row> rows)
{
    _size = size;
    _first = 0;
    _rows = std::move(rows);
    _rows.resize(static_cast<std::size_t>(size.rows));
    _order.resize(static_cast<std::size_t>(size.rows));
    std::iota(_order.begin(), _order.end(), std::uint16_t{0});
}

void Grid::crop(ScreenSize size)
{
    std::vector<Row> rows = take();
    if (size.cols != _size.cols)
        for (Row& row : rows) row = croppedRow(row, size.cols);
    replace(size, std::move(rows));
}

int Grid::lastShown() const
{
    int index = _size.rows - 1;
    while (index >= 0 && row(index).used() == 0 && row(index).fill() == 0) --index;
    return index;
}

Row croppedRow(const Row& from, int cols)
{
    Row to;
    to.clear(from.fill());
    to.written = from.written;
    const int used = std::min(from.used(), cols);
    if (used == 0) return to;
    Cell* const cells = to.reachToWrite(cols, 0, used);
    std::copy(from.cells(), from.cells() + used, cells);
    if (cells[used - 1].width() == 2) cells[used - 1] = blankCell(cells[used - 1].style());
    return to;
}

} // namespace venomx::pane
