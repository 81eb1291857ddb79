// The frame: construction, controls, escape sequences, resets.
#include "Terminal.h"

#include <algorithm>

namespace venomx::pane
{

Terminal::Terminal(ScreenSize size, std::size_t scrollbackLines, ScreenListener& listener)
    : _listener(listener), _size(size), _main(size), _scrollback(scrollbackLines), _bottom(size.rows - 1), _right(size.cols - 1)
{
}

Cursor Terminal::cursor() const
{
    return {.row = _at.row, .col = _at.col, .visible = _modes.cursorVisible, .shape = _shape, .blink = _modes.cursorBlink};
}

void Terminal::clear(bool scrollbackToo)
{
    grid().clear(0);
    if (scrollbackToo)
        _scrollback.clear();
    else
        breakAbove(0);
    moveTo(0, 0);
    _joining = Joining::Nothing;
}

void Terminal::execute(std::uint8_t control)
{
    _joining = Joining::Nothing;
    _lastCharacter = 0;
    // clang-format off
    switch (control)
    {
    case '\a': _listener.bell(); break;
    case '\b': backspace(); break;
    case '\t': tab(1); break;
    case '\n':
    case '\v':
    case '\f':
        lineFeed();
        if (_modes.newLine) carriageReturn();
        break;
    case '\r': carriageReturn(); break;
    case 0x0E: _charsets.lock(1); break; // SO
    case 0x0F: _charsets.lock(0); break; // SI
    default:
        if (control >= 0x80) escapeFinal(static_cast<char>(control - 0x40)); // a C1 control is ESC and this
        break;
    }
    // clang-format on
}

void Terminal::escape(const Sequence& sequence)
{
    _joining = Joining::Nothing;
    _lastCharacter = 0;
    // clang-format off
    switch (sequence.intermediate())
    {
    case 0: escapeFinal(sequence.final()); break;
    case '#':
        if (sequence.final() == '8') alignmentTest(); // DECALN
        break;
    case '(': _charsets.designate(0, sequence.final()); break;
    case ')': _charsets.designate(1, sequence.final()); break;
    case '*': _charsets.designate(2, sequence.final()); break;
    case '+': _charsets.designate(3, sequence.final()); break;
    default: break;
    }
    // clang-format on
}

void Terminal::escapeFinal(char final)
{
    // clang-format off
    switch (final)
    {
    case '6': // DECBI
        if (_at.col == _left && insideMargins())
            shiftColumns(-1);
        else
            moveLeft(1);
        break;
    case '7': saveCursor(); break;    // DECSC
    case '8': restoreCursor(); break; // DECRC
    case '9':  // DECFI
        if (_at.col == _right && insideMargins())
            shiftColumns(1);
        else
            moveRight(1);
        break;
    case '=': _modes.applicationKeypad = true; break;  // DECKPAM
    case '>': _modes.applicationKeypad = false; break; // DECKPNM
    case 'D': lineFeed(); break;                       // IND
    case 'E':  // NEL
        lineFeed();
        carriageReturn();
        break;
    case 'H': _tabs.set(_at.col, true); break; // HTS
    case 'M': reverseLineFeed(); break;        // RI
    case 'N': _charsets.shiftOnce(2); break;   // SS2
    case 'O': _charsets.shiftOnce(3); break;   // SS3
    case 'Z': answer("\x1b[?62;22c"); break;   // DECID
    case 'c': fullReset(); break;              // RIS
    case 'n': _charsets.lock(2); break;        // LS2
    case 'o': _charsets.lock(3); break;        // LS3
    default: break;
    }
    // clang-format on
}

void Terminal::saveCursor()
{
    _saved[_onAlternate ? 1 : 0] = {.taken = true, .position = _at, .pen = _pen, .charsets = _charsets, .origin = _modes.origin};
}

// The hyperlink stays as it is: a number of one may be void by now, and a pen that is put back is no open link.
void Terminal::restoreCursor()
{
    const SavedCursor& saved = _saved[_onAlternate ? 1 : 0];
    const std::uint32_t link = _pen.link;
    _pen = saved.pen;
    _pen.link = link;
    _penChanged = true;
    _charsets = saved.charsets;
    _modes.origin = saved.origin;
    moveTo(saved.position.row, saved.position.col);
    _at.wrapNext = saved.position.wrapNext && _at.col == rightEdge();
}

// DECSTR: state that a crashed program may have left, but neither text nor position.
void Terminal::softReset()
{
    resetMargins();
    _modes.insert = false;
    _modes.origin = false;
    _modes.autowrap = true;
    _modes.reverseWrap = false;
    _modes.leftRightMargins = false;
    _modes.applicationCursor = false;
    _modes.applicationKeypad = false;
    _modes.cursorVisible = true;
    _charsets = Charsets{};
    _pen = Style{};
    _penChanged = true;
    _saved[_onAlternate ? 1 : 0] = SavedCursor{};
    _at.wrapNext = false;
}

void Terminal::fullReset()
{
    useAlternate(false);
    _alternate.reset();
    _main.clear(0);
    _scrollback.clear();
    _modes = Modes{};
    _tabs.reset();
    _saved = {};
    _savedModes.clear();
    _titleStack.clear();
    _shape = CursorShape::Block;
    softReset();
    moveTo(0, 0);
}

void Terminal::alignmentTest()
{
    resetMargins();
    _modes.origin = false;
    moveTo(0, 0);
    const std::string run(static_cast<std::size_t>(_size.cols), 'E');
    for (int index = 0; index < _size.rows; ++index)
    {
        breakAbove(index);
        Row& row = grid().row(index);
        row.clear(0);
        Cell* const cells = row.reachToWrite(_size.cols, 0, _size.cols);
        std::fill(cells, cells + _size.cols, makeCell('E', 0, 1));
        row.written = _parser.offset();
    }
}

} // namespace venomx::pane
