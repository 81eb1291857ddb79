// Setting, querying, saving and restoring modes, and the two screens.
#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

namespace
{

constexpr std::size_t mostSavedModes = 64;

struct PlainMode
{
    int number;
    bool Modes::*member;
};

// Private modes that are state and nothing more.
constexpr PlainMode plainModes[] = {
    {1, &Modes::applicationCursor},        // DECCKM
    {5, &Modes::reverseVideo},             // DECSCNM
    {7, &Modes::autowrap},                 // DECAWM
    {8, &Modes::autoRepeat},               // DECARM
    {12, &Modes::cursorBlink},             // att610
    {25, &Modes::cursorVisible},           // DECTCEM
    {45, &Modes::reverseWrap},             // xterm's reverse wraparound
    {66, &Modes::applicationKeypad},       // DECNKM
    {67, &Modes::backspaceSendsBackspace}, // DECBKM
    {1004, &Modes::focusEvents},           // focus in and out
    {1007, &Modes::alternateScroll},       // wheel as arrow keys
    {1036, &Modes::metaSendsEscape},       // xterm's metaSendsEscape
    {2004, &Modes::bracketedPaste},        // bracketed paste
    {2026, &Modes::synchronizedOutput},    // synchronized output
    {2031, &Modes::colorSchemeReports},    // colour scheme reports
};

} // namespace

bool* Terminal::ansiMode(int number)
{
    if (number == 4) return &_modes.insert;
    if (number == 20) return &_modes.newLine;
    return nullptr;
}

bool* Terminal::plainMode(int number)
{
    const auto* const found =
        std::find_if(std::begin(plainModes), std::end(plainModes), [=](const PlainMode& mode) { return mode.number == number; });
    return found == std::end(plainModes) ? nullptr : &(_modes.*found->member);
}

std::optional<bool> Terminal::privateMode(int number)
{
    if (const bool* const plain = plainMode(number)) return *plain;
    switch (number)
    {
    case 6:
        return _modes.origin;
    case 69:
        return _modes.leftRightMargins;
    case 9:
        return _modes.mouse == MouseTracking::X10;
    case 1000:
        return _modes.mouse == MouseTracking::Normal;
    case 1002:
        return _modes.mouse == MouseTracking::Button;
    case 1003:
        return _modes.mouse == MouseTracking::Any;
    case 1005:
        return _modes.mouseEncoding == MouseEncoding::Utf8;
    case 1006:
        return _modes.mouseEncoding == MouseEncoding::Sgr;
    case 1015:
        return _modes.mouseEncoding == MouseEncoding::Urxvt;
    case 1016:
        return _modes.mouseEncoding == MouseEncoding::SgrPixels;
    case 47:
    case 1047:
    case 1049:
        return _onAlternate;
    default:
        return std::nullopt;
    }
}

void Terminal::setPrivateMode(int number, bool on)
{
    if (bool* const plain = plainMode(number))
    {
        *plain = on;
        return;
    }
    // clang-format off
    switch (number)
    {
    case 6: // DECOM
        _modes.origin = on;
        moveOriginTo(0, 0);
        break;
    case 69: // DECLRMM
        _modes.leftRightMargins = on;
        _left = 0;
        _right = _size.cols - 1;
        break;
    case 9: setMouse(MouseTracking::X10, on); break;
    case 1000: setMouse(MouseTracking::Normal, on); break;
    case 1002: setMouse(MouseTracking::Button, on); break;
    case 1003: setMouse(MouseTracking::Any, on); break;
    case 1005: setMouseEncoding(MouseEncoding::Utf8, on); break;
    case 1006: setMouseEncoding(MouseEncoding::Sgr, on); break;
    case 1015: setMouseEncoding(MouseEncoding::Urxvt, on); break;
    case 1016: setMouseEncoding(MouseEncoding::SgrPixels, on); break;
    case 47:
    case 1047:
    case 1049: setAlternate(number, on); break;
    case 1048: on ? saveCursor() : restoreCursor(); break;
    default: break;
    }
    // clang-format on
}

void Terminal::setMouse(MouseTracking tracking, bool on)
{
    _modes.mouse = on ? tracking : MouseTracking::Off;
}

void Terminal::setMouseEncoding(MouseEncoding encoding, bool on)
{
    _modes.mouseEncoding = on ? encoding : MouseEncoding::Legacy;
}

void Terminal::savePrivateModes(const Sequence& sequence)
{
    for (int index = 0; index < sequence.count(); ++index)
    {
        const int number = sequence.at(index);
        const auto on = privateMode(number);
        if (!on) continue;
        const auto found = std::find_if(_savedModes.begin(), _savedModes.end(), [=](const auto& saved) { return saved.first == number; });
        if (found != _savedModes.end())
            found->second = *on;
        else if (_savedModes.size() < mostSavedModes)
            _savedModes.emplace_back(number, *on);
    }
}

void Terminal::restorePrivateModes(const Sequence& sequence)
{
    for (int index = 0; index < sequence.count(); ++index)
        for (const auto& [number, on] : _savedModes)
            if (number == sequence.at(index)) setPrivateMode(number, on);
}

// 47 shows the other screen, 1047 also clears the alternate one when it is left, 1049 also keeps the cursor and clears it before.
void Terminal::setAlternate(int number, bool on)
{
    if (number == 1049 && on) saveCursor();
    if (number == 1047 && !on && _onAlternate) _alternate->clear(0);
    const bool switches = on != _onAlternate;
    useAlternate(on);
    if (number == 1049 && on && switches) _alternate->clear(erasure());
    if (number == 1049 && !on) restoreCursor();
}

void Terminal::useAlternate(bool on)
{
    if (on == _onAlternate) return;
    if (on && !_alternate) _alternate = std::make_unique<Grid>(_size);
    if (on) _mainAt = _at;
    _onAlternate = on;
    _at.wrapNext = false;
}

} // namespace venomx::pane
