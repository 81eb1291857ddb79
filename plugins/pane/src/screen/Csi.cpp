// What each CSI sequence does: a switch a family, the sequence beside its meaning.
#include <algorithm>

#include "Sgr.h"
#include "Terminal.h"

namespace venomx::pane
{

void Terminal::csi(const Sequence& sequence)
{
    _joining = Joining::Nothing;
    if (sequence.key() == sequenceKey('m')) // by far the most frequent
    {
        applySgr(sequence, _pen);
        _penChanged = true;
        if (_sgrs.missed()) _sgrs.keep(pen());
        return;
    }
    if (sequence.key() == sequenceKey('b')) return repeat(sequence.at(0, 1)); // REP
    _lastCharacter = 0;
    if (!csiMotion(sequence) && !csiEdit(sequence) && !csiSetting(sequence)) csiQuery(sequence);
}

bool Terminal::sgr(const ParameterText& params)
{
    if (!_sgrs.inUse()) return false;
    const std::optional<StyleId> after = _sgrs.find(params, pen());
    if (!after) return false;
    _joining = Joining::Nothing;
    _erasureKnown = _erasureKnown && *after == _penId;
    _penId = *after;
    _pen = _palette.styles[_penId];
    return true;
}

bool Terminal::csiMotion(const Sequence& sequence)
{
    const int count = sequence.at(0, 1);
    // clang-format off
    switch (sequence.key())
    {
    case sequenceKey('A'): moveUp(count); break;                                  // CUU
    case sequenceKey('B'): moveDown(count); break;                                // CUD
    case sequenceKey('e'): moveOriginTo(originRow() + count, originCol()); break; // VPR
    case sequenceKey('C'): moveRight(count); break;                               // CUF
    case sequenceKey('a'): moveOriginTo(originRow(), originCol() + count); break; // HPR
    case sequenceKey('D'): moveLeft(count); break;                                // CUB
    case sequenceKey('E'): moveDown(count), carriageReturn(); break;              // CNL
    case sequenceKey('F'): moveUp(count), carriageReturn(); break;                // CPL
    case sequenceKey('G'):                                                        // CHA
    case sequenceKey('`'): moveOriginTo(originRow(), count - 1); break;           // HPA
    case sequenceKey('d'): moveOriginTo(count - 1, originCol()); break;           // VPA
    case sequenceKey('H'):                                                        // CUP
    case sequenceKey('f'): moveOriginTo(count - 1, sequence.at(1, 1) - 1); break; // HVP
    case sequenceKey('I'): tab(count); break;                                     // CHT
    case sequenceKey('Z'): backTab(count); break;                                 // CBT
    case sequenceKey('u'): restoreCursor(); break;                                // SCORC
    default: return false;
    }
    // clang-format on
    return true;
}

bool Terminal::csiEdit(const Sequence& sequence)
{
    const int count = sequence.at(0, 1);
    // clang-format off
    switch (sequence.key())
    {
    case sequenceKey('J'): eraseInDisplay(sequence.at(0), false); break;        // ED
    case sequenceKey('J', 0, '?'): eraseInDisplay(sequence.at(0), true); break; // DECSED
    case sequenceKey('K'): eraseInLine(sequence.at(0), false); break;           // EL
    case sequenceKey('K', 0, '?'): eraseInLine(sequence.at(0), true); break;    // DECSEL
    case sequenceKey('X'): eraseCharacters(count); break;                       // ECH
    case sequenceKey('@'): insertCharacters(count); break;                      // ICH
    case sequenceKey('P'): deleteCharacters(count); break;                      // DCH
    case sequenceKey('L'): insertLines(count); break;                           // IL
    case sequenceKey('M'): deleteLines(count); break;                           // DL
    case sequenceKey('S'): scrollUp(count); break;                              // SU
    case sequenceKey('T'):                           // SD
        if (sequence.count() < 5) scrollDown(count); // with five parameters it is xterm's highlight tracking
        break;
    case sequenceKey('^'): scrollDown(count); break;          // SD of ECMA-48
    case sequenceKey('@', ' '): shiftColumns(count); break;   // SL
    case sequenceKey('A', ' '): shiftColumns(-count); break;  // SR
    case sequenceKey('}', '\''): insertColumns(count); break; // DECIC
    case sequenceKey('~', '\''): deleteColumns(count); break; // DECDC
    default: return false;
    }
    // clang-format on
    return true;
}

bool Terminal::csiSetting(const Sequence& sequence)
{
    // clang-format off
    switch (sequence.key())
    {
    case sequenceKey('h'):
    case sequenceKey('h', 0, '?'): setModes(sequence, true); break;
    case sequenceKey('l'):
    case sequenceKey('l', 0, '?'): setModes(sequence, false); break;
    case sequenceKey('r'): setMargins(sequence.at(0, 1), sequence.at(1, _size.rows)); break; // DECSTBM
    case sequenceKey('s'):                                                                   // DECSLRM, or SCOSC
        if (_modes.leftRightMargins)
            setSideMargins(sequence.at(0, 1), sequence.at(1, _size.cols));
        else
            saveCursor();
        break;
    case sequenceKey('s', 0, '?'): savePrivateModes(sequence); break;    // XTSAVE
    case sequenceKey('r', 0, '?'): restorePrivateModes(sequence); break; // XTRESTORE
    case sequenceKey('g'):                                               // TBC
        if (sequence.at(0) == 0) _tabs.set(_at.col, false);
        if (sequence.at(0) == 3) _tabs.clearAll();
        break;
    case sequenceKey('W', 0, '?'): // DECST8C
        if (sequence.at(0) == 5) _tabs.reset();
        break;
    case sequenceKey('q', ' '): setCursorStyle(sequence.at(0)); break; // DECSCUSR
    case sequenceKey('q', '"'):                                        // DECSCA
        _pen.set(Style::Protected, sequence.at(0) == 1);
        _penChanged = true;
        break;
    case sequenceKey('p', '!'): softReset(); break; // DECSTR
    case sequenceKey('m', 0, '>'):                  // XTMODKEYS
        if (sequence.at(0) == 4 || sequence.count() == 0) _modes.modifyOtherKeys = static_cast<std::uint8_t>(std::min(sequence.at(1), 2));
        break;
    case sequenceKey('n', 0, '>'): // its end
        if (sequence.at(0) == 4) _modes.modifyOtherKeys = 0;
        break;
    default: return false;
    }
    // clang-format on
    return true;
}

void Terminal::setModes(const Sequence& sequence, bool on)
{
    const bool privately = sequence.key() >> 16 != 0;
    for (int index = 0; index < std::max(1, sequence.count()); ++index)
    {
        if (privately)
            setPrivateMode(sequence.at(index), on);
        else if (bool* const mode = ansiMode(sequence.at(index)))
            *mode = on;
    }
}

void Terminal::setCursorStyle(int which)
{
    if (which > 6) return;
    _shape = which <= 2 ? CursorShape::Block : which <= 4 ? CursorShape::Underline : CursorShape::Bar;
    _modes.cursorBlink = which == 0 || which % 2 == 1;
}

} // namespace venomx::pane
