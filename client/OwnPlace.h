// Where this program lies, and so where its installation does: nothing of it is compiled in, so that it can be moved.
// Functions; throw unavailable.program where the program's place cannot be read.
#pragma once

#include <string>
#include <string_view>

namespace venomx::client
{

/// The absolute path of this program.
[[nodiscard]] std::string ownProgram();
/// The path of something below the prefix, such as `lib/venomx/venomxd`.
[[nodiscard]] std::string underPrefix(std::string_view path);
/// The daemon's program.
[[nodiscard]] std::string daemonProgram();

} // namespace venomx::client
