// UTF-8 text as a terminal shows it. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::client
{

struct CodePoint
{
    char32_t value{0};
    std::size_t length{1}; ///< bytes
};

/// The one at the front of `text`, which is not empty; nothing where that is no valid UTF-8.
[[nodiscard]] std::optional<CodePoint> firstCodePoint(std::string_view text);

[[nodiscard]] bool isUtf8(std::string_view text);

/// Columns that the text takes: wide characters two, combining ones none.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// One line that cannot move a cursor or change its neighbours: control characters, marks that turn the direction of writing
/// and invalid bytes are written out, as \n, \x1b or \u202e.
[[nodiscard]] std::string oneLine(std::string_view text);

/// At most `width` columns of it, with … where something was cut.
[[nodiscard]] std::string cut(const std::string& text, std::size_t width);

/// Lines for a terminal: line feeds, tabs and colours (SGR) stay, other control characters and sequences are left out.
[[nodiscard]] std::string terminalSafe(std::string_view text);

} // namespace venomx::client
