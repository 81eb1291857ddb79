// The state machine of DEC's terminals as a table: for each state and character, what to do and where to go.
// Characters from U+00A0 up share the last column. Constant data; any thread.
#pragma once

#include <array>
#include <cstdint>

namespace venomx::pane
{

enum class ParserState : std::uint8_t
{
    Ground,
    Escape,
    EscapeIntermediate,
    CsiEntry,
    CsiParam,
    CsiIntermediate,
    CsiIgnore,
    DcsEntry,
    DcsParam,
    DcsIntermediate,
    DcsPassthrough,
    DcsIgnore,
    OscString,
    SosString // SOS, PM and APC: swallowed up to their end
};

enum class ParserAction : std::uint8_t
{
    Ignore,
    Print,
    Execute,
    Clear,
    Collect,
    Param,
    EscDispatch,
    CsiDispatch,
    Hook,
    Put,
    OscStart,
    OscPut
};

struct Transition
{
    ParserAction action = ParserAction::Ignore;
    ParserState next = ParserState::Ground;
};

inline constexpr std::size_t parserStates = 14;
inline constexpr std::size_t parserColumns = 0xA1;
inline constexpr std::size_t highColumn = 0xA0;

extern const std::array<std::array<Transition, parserColumns>, parserStates> parserTable;

} // namespace venomx::pane
