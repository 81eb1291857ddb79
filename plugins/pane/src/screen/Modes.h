// The modes that a program has set on its terminal. Input encoding and captures read them. A value; any thread.
#pragma once

#include <cstdint>

namespace venomx::pane
{

enum class MouseTracking : std::uint8_t
{
    Off,
    X10,    // mode 9: presses
    Normal, // 1000: presses and releases
    Button, // 1002: and motion with a button down
    Any     // 1003: and all motion
};

enum class MouseEncoding : std::uint8_t
{
    Legacy,
    Utf8,     // 1005
    Sgr,      // 1006
    Urxvt,    // 1015
    SgrPixels // 1016
};

struct Modes
{
    bool applicationCursor = false;       // DECCKM
    bool applicationKeypad = false;       // DECKPAM, DECNKM
    bool bracketedPaste = false;          // 2004
    bool focusEvents = false;             // 1004
    bool synchronizedOutput = false;      // 2026: state only, a capture shows the screen as it is
    bool alternateScroll = false;         // 1007
    bool backspaceSendsBackspace = false; // DECBKM
    bool metaSendsEscape = true;          // 1036
    bool colorSchemeReports = false;      // 2031
    bool autoRepeat = true;               // DECARM
    bool cursorBlink = false;             // 12
    bool cursorVisible = true;            // DECTCEM
    bool reverseVideo = false;            // DECSCNM
    bool insert = false;                  // IRM
    bool newLine = false;                 // LNM: a line feed also returns the carriage
    bool origin = false;                  // DECOM
    bool autowrap = true;                 // DECAWM
    bool reverseWrap = false;             // 45
    bool leftRightMargins = false;        // DECLRMM
    std::uint8_t modifyOtherKeys = 0;     // 0..2
    MouseTracking mouse = MouseTracking::Off;
    MouseEncoding mouseEncoding = MouseEncoding::Legacy;
};

} // namespace venomx::pane
