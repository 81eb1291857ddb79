// Names of keys turned into the bytes that a terminal sends for them, as xterm does in the modes that the program has set.
// Pure functions; any thread. An unknown name is an empty optional.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace venomx::pane
{

struct KeyModes
{
    bool applicationCursor{false};
    bool backspaceSendsBackspace{false}; ///< BS in place of DEL; Ctrl gives the other one
    bool newLine{false};                 ///< Enter sends CR LF
    int modifyOtherKeys{0};              ///< 0, 1 or 2
};

/// A single character, or Enter, Tab, Escape, Backspace, Space, Up, Down, Left, Right, Home, End, PageUp, PageDown, Insert,
/// Delete, F1…F12; each with the prefixes C-, M- and S- in any order, each at most once.
[[nodiscard]] std::optional<std::string> encodeKey(std::string_view name, const KeyModes& modes);

} // namespace venomx::pane
