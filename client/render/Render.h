// A verb's result as people read it. What it looks like follows from the result's own shape and the manifest, so that a third
// party's verb is shown as well as ours:
//   a field `text`, or one that holds lines   the text itself
//   `checks` with a status each               a line a check, with what to do about it
//   one list of objects                       a table
//   anything else                             names and values, tables below them
// Pure functions. Apart from such text nothing can move a cursor; on a terminal it may hold colours only.
#pragma once

#include "client/manifest/Manifest.h"
#include "client/render/Palette.h"

#include <string>
#include <string_view>
#include <venomx/sdk/value.h>

namespace venomx::client
{

struct Look
{
    Palette palette;
    bool terminal{false}; ///< where it is shown, escape sequences would be obeyed
};

[[nodiscard]] std::string renderResult(const VerbView& verb, const Value& result, const Look& look);

/// The rows of one array of objects; `item` orders the columns, further members follow.
/// On a terminal a cell of nested values is cut, so that a row stays a line there.
[[nodiscard]] std::string renderRows(std::span<const Value> rows, const TypeView& item, const Look& look);

/// What an event stream begins with, which its `boot` tells it by; nothing for other streams, whose frames may be plain bytes.
[[nodiscard]] std::string renderOpening(const Value& answer, const Palette& palette);

/// One event a line: its number, time, kind and data.
[[nodiscard]] std::string renderEvent(const Value& event, const Palette& palette);

/// `venomx: <message> (<code>)`, and below it what the error's data says. `verb` (or nullptr) explains schema failures.
/// `remedy` stands in place of the data; empty: there is none.
[[nodiscard]] std::string renderError(const Value& error, const VerbView* verb, std::string_view remedy = {});

} // namespace venomx::client
