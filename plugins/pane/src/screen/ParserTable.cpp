#include "ParserTable.h"

namespace venomx::pane
{

namespace
{

using Table = std::array<std::array<Transition, parserColumns>, parserStates>;
using State = ParserState;
using Action = ParserAction;

constexpr void fill(Table& table, State state, unsigned first, unsigned last, Action action, State next)
{
    for (unsigned column = first; column <= last; ++column) table[static_cast<std::size_t>(state)][column] = {action, next};
}

// C0 controls work in the middle of a sequence; in strings they are dropped.
constexpr void controls(Table& table, State state, Action action)
{
    fill(table, state, 0x00, 0x1F, action, state);
    fill(table, state, 0x7F, 0x7F, Action::Ignore, state);
}

constexpr void ground(Table& table)
{
    controls(table, State::Ground, Action::Execute);
    fill(table, State::Ground, 0x20, 0x7E, Action::Print, State::Ground);
    fill(table, State::Ground, highColumn, highColumn, Action::Print, State::Ground);
}

constexpr void escape(Table& table)
{
    controls(table, State::Escape, Action::Execute);
    fill(table, State::Escape, 0x20, 0x2F, Action::Collect, State::EscapeIntermediate);
    fill(table, State::Escape, 0x30, 0x7E, Action::EscDispatch, State::Ground);
    fill(table, State::Escape, 'P', 'P', Action::Clear, State::DcsEntry);
    fill(table, State::Escape, '[', '[', Action::Clear, State::CsiEntry);
    fill(table, State::Escape, ']', ']', Action::OscStart, State::OscString);
    for (const unsigned introducer : {0x58u, 0x5Eu, 0x5Fu}) // X, ^ and _
        fill(table, State::Escape, introducer, introducer, Action::Ignore, State::SosString);

    controls(table, State::EscapeIntermediate, Action::Execute);
    fill(table, State::EscapeIntermediate, 0x20, 0x2F, Action::Collect, State::EscapeIntermediate);
    fill(table, State::EscapeIntermediate, 0x30, 0x7E, Action::EscDispatch, State::Ground);
}

// CSI and DCS share their grammar up to the final byte.
constexpr void sequence(Table& table, State entry, State param, State intermediate, State ignore, Action controlAction, Action final,
                        State afterFinal)
{
    for (const State state : {entry, param, intermediate, ignore})
    {
        controls(table, state, controlAction);
        fill(table, state, 0x20, 0x3F, Action::Ignore, ignore);
        fill(table, state, highColumn, highColumn, Action::Ignore, ignore);
        if (state != ignore) fill(table, state, 0x40, 0x7E, final, afterFinal);
    }
    for (const State state : {entry, param})
    {
        fill(table, state, '0', ';', Action::Param, param);
        fill(table, state, 0x20, 0x2F, Action::Collect, intermediate);
    }
    fill(table, entry, '<', '?', Action::Collect, param);
    fill(table, intermediate, 0x20, 0x2F, Action::Collect, intermediate);
}

constexpr void strings(Table& table)
{
    fill(table, State::CsiIgnore, 0x40, 0x7E, Action::Ignore, State::Ground);
    fill(table, State::DcsIgnore, 0x00, 0x7F, Action::Ignore, State::DcsIgnore);
    fill(table, State::DcsPassthrough, 0x00, 0x7E, Action::Put, State::DcsPassthrough);
    fill(table, State::DcsPassthrough, 0x7F, 0x7F, Action::Ignore, State::DcsPassthrough);
    fill(table, State::DcsPassthrough, highColumn, highColumn, Action::Put, State::DcsPassthrough);
    fill(table, State::OscString, 0x00, 0x1F, Action::Ignore, State::OscString);
    fill(table, State::OscString, 0x07, 0x07, Action::Ignore, State::Ground);
    fill(table, State::OscString, 0x20, 0x7F, Action::OscPut, State::OscString);
    fill(table, State::OscString, highColumn, highColumn, Action::OscPut, State::OscString);
    fill(table, State::SosString, 0x00, 0x7F, Action::Ignore, State::SosString);
    fill(table, State::SosString, highColumn, highColumn, Action::Ignore, State::SosString);
}

constexpr void anywhere(Table& table)
{
    for (std::size_t index = 0; index < parserStates; ++index)
    {
        const auto state = static_cast<State>(index);
        fill(table, state, 0x18, 0x18, Action::Execute, State::Ground);
        fill(table, state, 0x1A, 0x1A, Action::Execute, State::Ground);
        fill(table, state, 0x1B, 0x1B, Action::Clear, State::Escape);
        fill(table, state, 0x80, 0x9F, Action::Execute, State::Ground);
        fill(table, state, 0x90, 0x90, Action::Clear, State::DcsEntry);
        fill(table, state, 0x9B, 0x9B, Action::Clear, State::CsiEntry);
        fill(table, state, 0x9C, 0x9C, Action::Ignore, State::Ground);
        fill(table, state, 0x9D, 0x9D, Action::OscStart, State::OscString);
        for (const unsigned introducer : {0x98u, 0x9Eu, 0x9Fu})
            fill(table, state, introducer, introducer, Action::Ignore, State::SosString);
    }
}

constexpr Table build()
{
    Table table{};
    ground(table);
    escape(table);
    sequence(table, State::CsiEntry, State::CsiParam, State::CsiIntermediate, State::CsiIgnore, Action::Execute, Action::CsiDispatch,
             State::Ground);
    sequence(table, State::DcsEntry, State::DcsParam, State::DcsIntermediate, State::DcsIgnore, Action::Ignore, Action::Hook,
             State::DcsPassthrough);
    strings(table);
    anywhere(table);
    return table;
}

} // namespace

constinit const std::array<std::array<Transition, parserColumns>, parserStates> parserTable = build();

} // namespace venomx::pane
