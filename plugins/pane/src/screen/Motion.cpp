// Cursor movement, tabs, margins, and the line feeds that scroll.
#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

void Terminal::moveTo(int row, int col)
{
    _at.row = std::clamp(row, 0, _size.rows - 1);
    _at.col = std::clamp(col, 0, _size.cols - 1);
    _at.wrapNext = false;
}

// Counted from the margins in origin mode, which then also hold the cursor.
void Terminal::moveOriginTo(int row, int col)
{
    if (!_modes.origin) return moveTo(row, col);
    moveTo(std::clamp(row + _top, _top, _bottom), std::clamp(col + _left, _left, _right));
}

void Terminal::moveUp(int count)
{
    const int limit = _at.row >= _top ? _top : 0;
    moveTo(std::max(limit, _at.row - count), _at.col);
}

void Terminal::moveDown(int count)
{
    const int limit = _at.row <= _bottom ? _bottom : _size.rows - 1;
    moveTo(std::min(limit, _at.row + count), _at.col);
}

void Terminal::moveLeft(int count)
{
    const int limit = _at.col >= _left ? _left : 0;
    moveTo(_at.row, std::max(limit, _at.col - count));
}

void Terminal::moveRight(int count)
{
    const int limit = _at.col <= _right ? _right : _size.cols - 1;
    moveTo(_at.row, std::min(limit, _at.col + count));
}

void Terminal::backspace()
{
    if (_modes.reverseWrap && _modes.autowrap && fullWidth())
    {
        if (_at.wrapNext)
        {
            _at.wrapNext = false; // back to the last column from behind it
            return;
        }
        const bool inside = _at.row > _top && _at.row <= _bottom;
        if (_at.col == 0 && inside && grid().row(_at.row - 1).wrapped) return moveTo(_at.row - 1, _right);
    }
    moveLeft(1);
}

void Terminal::carriageReturn()
{
    moveTo(_at.row, _at.col >= _left ? _left : 0);
}

void Terminal::lineFeed()
{
    _at.wrapNext = false;
    if (_at.row != _bottom)
    {
        if (_at.row < _size.rows - 1) ++_at.row;
        return;
    }
    if (insideSides()) scrollUp(1);
}

void Terminal::reverseLineFeed()
{
    _at.wrapNext = false;
    if (_at.row != _top)
    {
        if (_at.row > 0) --_at.row;
        return;
    }
    if (insideSides()) scrollDown(1);
}

void Terminal::tab(int count)
{
    const int last = _at.col <= _right ? _right : _size.cols - 1;
    int col = _at.col;
    for (; count > 0 && col < last; --count) col = _tabs.after(col, last);
    if (col != _at.col) moveTo(_at.row, col);
}

void Terminal::backTab(int count)
{
    const int first = _modes.origin && _at.col >= _left ? _left : 0;
    int col = _at.col;
    for (; count > 0 && col > first; --count) col = _tabs.before(col, first);
    moveTo(_at.row, col);
}

void Terminal::setMargins(int top, int bottom)
{
    bottom = std::min(bottom, _size.rows);
    if (top >= bottom) return;
    _top = top - 1;
    _bottom = bottom - 1;
    moveOriginTo(0, 0);
}

void Terminal::setSideMargins(int left, int right)
{
    right = std::min(right, _size.cols);
    if (left >= right) return;
    _left = left - 1;
    _right = right - 1;
    moveOriginTo(0, 0);
}

void Terminal::resetMargins()
{
    _top = 0;
    _bottom = _size.rows - 1;
    _left = 0;
    _right = _size.cols - 1;
}

} // namespace venomx::pane
