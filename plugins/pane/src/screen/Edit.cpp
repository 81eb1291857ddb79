// Erasing, inserting, deleting, scrolling.
#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

// Erased places take the pen's background and nothing else.
StyleId Terminal::erasure()
{
    pen();
    if (!_erasureKnown)
    {
        _erasureKnown = true;
        Style erased;
        erased.background = _pen.background;
        _erasureId = _palette.styles.intern(erased);
    }
    return _erasureId;
}

// The row above does not go on into this one any more.
void Terminal::breakAbove(int row)
{
    if (row > 0)
        grid().row(row - 1).wrapped = false;
    else if (!_onAlternate)
        _scrollback.breakLast();
}

void Terminal::eraseCells(int row, int from, int to, bool selective)
{
    Row& target = grid().row(row);
    if (!selective)
    {
        if (from == 0) breakAbove(row);
        if (from == 0 && to == _size.cols)
            target.clear(erasure());
        else
            target.erase(_size.cols, from, to, erasure());
        return;
    }
    for (int col = from; col < std::min(to, target.used()); ++col)
        if (!_palette.styles[target.at(col).style()].has(Style::Protected)) target.erase(_size.cols, col, col + 1, erasure());
}

void Terminal::eraseInLine(int which, bool selective)
{
    if (which < 0 || which > 2) return;
    if (which == 0) eraseCells(_at.row, _at.col, _size.cols, selective);
    if (which == 1) eraseCells(_at.row, 0, _at.col + 1, selective);
    if (which == 2) eraseCells(_at.row, 0, _size.cols, selective);
    _at.wrapNext = false;
}

void Terminal::eraseInDisplay(int which, bool selective)
{
    if (which == 3 && !selective) return _scrollback.clear();
    if (which < 0 || which > 2) return;
    const int first = which == 0 ? _at.row + 1 : 0;
    const int last = which == 1 ? _at.row - 1 : _size.rows - 1;
    for (int row = first; row <= last; ++row) eraseCells(row, 0, _size.cols, selective);
    if (which != 2) eraseInLine(which, selective);
    _at.wrapNext = false;
}

void Terminal::eraseCharacters(int count)
{
    eraseCells(_at.row, _at.col, std::min(_size.cols, _at.col + count), false);
    _at.wrapNext = false;
}

void Terminal::insertCharacters(int count)
{
    _at.wrapNext = false;
    if (!insideSides()) return;
    row().insert(_size.cols, _at.col, count, _right + 1, erasure());
    row().written = _parser.offset();
}

void Terminal::deleteCharacters(int count)
{
    _at.wrapNext = false;
    if (!insideSides()) return;
    row().remove(_size.cols, _at.col, count, _right + 1, erasure());
    row().written = _parser.offset();
}

void Terminal::insertLines(int count)
{
    if (!insideMargins()) return;
    breakAbove(_at.row);
    if (fullWidth())
        grid().scrollDown(_at.row, _bottom, count, erasure());
    else
        grid().scrollDown(_at.row, _bottom, _left, _right, count, erasure());
    grid().row(_bottom).wrapped = false;
    moveTo(_at.row, _left);
}

void Terminal::deleteLines(int count)
{
    if (!insideMargins()) return;
    breakAbove(_at.row);
    grid().row(_bottom).wrapped = false;
    if (fullWidth())
        grid().scrollUp(_at.row, _bottom, count, erasure());
    else
        grid().scrollUp(_at.row, _bottom, _left, _right, count, erasure());
    moveTo(_at.row, _left);
}

// The region moves up. Rows that leave the main screen at its top go to the scrollback.
void Terminal::scrollUp(int count)
{
    const StyleId fill = erasure();
    if (!fullWidth()) return grid().scrollUp(_top, _bottom, _left, _right, count, fill);
    count = std::min(count, _bottom - _top + 1);
    if (_top == 0 && !_onAlternate)
        for (int row = 0; row < count; ++row) _scrollback.push(_main.row(row), _size.cols, _palette);
    else
        breakAbove(_top);
    grid().scrollUp(_top, _bottom, count, fill);
}

void Terminal::scrollDown(int count)
{
    const StyleId fill = erasure();
    if (!fullWidth()) return grid().scrollDown(_top, _bottom, _left, _right, count, fill);
    breakAbove(_top);
    grid().scrollDown(_top, _bottom, count, fill);
    grid().row(_bottom).wrapped = false;
}

void Terminal::insertColumns(int count)
{
    if (!insideMargins()) return;
    for (int row = _top; row <= _bottom; ++row) grid().row(row).insert(_size.cols, _at.col, count, _right + 1, erasure());
}

void Terminal::deleteColumns(int count)
{
    if (!insideMargins()) return;
    for (int row = _top; row <= _bottom; ++row) grid().row(row).remove(_size.cols, _at.col, count, _right + 1, erasure());
}

// SL and SR: the whole region moves sideways, left by a positive count.
void Terminal::shiftColumns(int count)
{
    for (int row = _top; row <= _bottom; ++row)
    {
        Row& target = grid().row(row);
        if (count > 0)
            target.remove(_size.cols, _left, count, _right + 1, erasure());
        else
            target.insert(_size.cols, _left, -count, _right + 1, erasure());
    }
}

} // namespace venomx::pane
