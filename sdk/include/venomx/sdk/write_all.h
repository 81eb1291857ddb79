// Writes bytes to a file, all of them. A function; any thread.
#pragma once

#include <string_view>

namespace venomx
{
inline namespace v1
{

/// False, with errno, when the descriptor took only a part of them. Interruptions by signals are no error.
[[nodiscard]] bool writeAll(int fd, std::string_view bytes) noexcept;

} // namespace v1
} // namespace venomx
