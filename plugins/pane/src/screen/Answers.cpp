// What the terminal says when it is asked. Queries that would let one program put text of its choice into another's input (title
// reports) get no answer; nor does `CSI ? u`, which is how a terminal says that it lacks kitty's keyboard protocol.
#include "Sgr.h"
#include "Terminal.h"

namespace venomx::pane
{

namespace
{

constexpr std::size_t mostTitles = 10;

std::string number(int value)
{
    return std::to_string(value);
}

} // namespace

void Terminal::csiQuery(const Sequence& sequence)
{
    // clang-format off
    switch (sequence.key())
    {
    case sequenceKey('c'): // DA1: a VT220 with colours
        if (sequence.at(0) == 0) answer("\x1b[?62;22c");
        break;
    case sequenceKey('c', 0, '>'): // DA2
        if (sequence.at(0) == 0) answer("\x1b[>1;400;0c");
        break;
    case sequenceKey('c', 0, '='): // DA3
        if (sequence.at(0) == 0) answer("\x1bP!|00000000\x1b\\");
        break;
    case sequenceKey('q', 0, '>'): // XTVERSION
        if (sequence.at(0) == 0) answer("\x1bP>|venomx " VENOMX_VERSION "\x1b\\");
        break;
    case sequenceKey('n'): // DSR
        if (sequence.at(0) == 5) answer("\x1b[0n");
        if (sequence.at(0) == 6) answerPosition(false);
        break;
    case sequenceKey('n', 0, '?'): answerStatus(sequence); break;
    case sequenceKey('p', '$'): answerMode(sequence.at(0), false); break;     // DECRQM
    case sequenceKey('p', '$', '?'): answerMode(sequence.at(0), true); break; // DECRQM
    case sequenceKey('m', 0, '?'):                                            // XTQMODKEYS
        if (sequence.at(0) == 4) answer("\x1b[>4;" + number(_modes.modifyOtherKeys) + "m");
        break;
    case sequenceKey('t'): windowOperation(sequence); break; // XTWINOPS
    default: break;
    }
    // clang-format on
}

void Terminal::answerStatus(const Sequence& sequence)
{
    // clang-format off
    switch (sequence.at(0))
    {
    case 6: answerPosition(true); break;       // DECXCPR
    case 15: answer("\x1b[?13n"); break;       // no printer
    case 25: answer("\x1b[?20n"); break;       // user keys are unlocked
    case 26: answer("\x1b[?27;1;0;0n"); break; // a North American keyboard
    case 53:
    case 55: answer("\x1b[?50n"); break; // no locator
    default: break;
    }
    // clang-format on
}

int Terminal::originRow() const
{
    return _modes.origin ? _at.row - _top : _at.row;
}
int Terminal::originCol() const
{
    return _modes.origin ? _at.col - _left : _at.col;
}

void Terminal::answerPosition(bool privately)
{
    answer((privately ? "\x1b[?" : "\x1b[") + number(originRow() + 1) + ";" + number(originCol() + 1) + (privately ? ";1R" : "R"));
}

// 1 set, 2 reset, 3 always set, 0 unknown.
void Terminal::answerMode(int mode, bool privately)
{
    int state = 0;
    if (privately && mode == 2027)
        state = 3; // grapheme clusters
    else if (const auto on = privately ? privateMode(mode) : std::nullopt)
        state = *on ? 1 : 2;
    else if (const bool* const ansi = privately ? nullptr : ansiMode(mode))
        state = *ansi ? 1 : 2;
    answer((privately ? "\x1b[?" : "\x1b[") + number(mode) + ";" + number(state) + "$y");
}

// DECRQSS.
void Terminal::answerSetting(std::string_view name)
{
    std::string value;
    if (name == "m") value = sgrOf(_pen);
    if (name == "r") value = number(_top + 1) + ";" + number(_bottom + 1);
    if (name == "s" && _modes.leftRightMargins) value = number(_left + 1) + ";" + number(_right + 1);
    if (name == "\"q") value = _pen.has(Style::Protected) ? "1" : "0";
    if (name == "\"p") value = "62;1";
    if (name == " q") value = number(static_cast<int>(_shape) * 2 + (_modes.cursorBlink ? 1 : 2));
    answer(value.empty() ? "\x1bP0$r\x1b\\" : "\x1bP1$r" + value + std::string(name) + "\x1b\\");
}

void Terminal::windowOperation(const Sequence& sequence)
{
    const bool titleMeant = sequence.at(1) == 0 || sequence.at(1) == 2;
    switch (sequence.at(0))
    {
    case 18:
    case 19: // the size in cells
        answer("\x1b[" + number(sequence.at(0) - 10) + ";" + number(_size.rows) + ";" + number(_size.cols) + "t");
        break;
    case 22: // push the title
        if (!titleMeant) break;
        if (_titleStack.size() == mostTitles) _titleStack.erase(_titleStack.begin());
        _titleStack.push_back(_title);
        break;
    case 23: // pop it
        if (!titleMeant || _titleStack.empty()) break;
        setTitle(_titleStack.back());
        _titleStack.pop_back();
        break;
    default:
        break;
    }
}

} // namespace venomx::pane
