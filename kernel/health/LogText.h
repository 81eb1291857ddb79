// Makes a message safe for a terminal and a log file: control bytes and bytes that are not UTF-8 as \xNN, at most 4,096 bytes.
// A function; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace venomx::kernel
{

inline constexpr std::size_t kLongestLogText = 4'096;

/// A longer text is cut, never inside an escape or a character, and ends with `…`.
[[nodiscard]] std::string logText(std::string_view text);

} // namespace venomx::kernel
