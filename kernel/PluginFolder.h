// Where the daemon's own plugins are: beside its program, installed or not. A function; any thread.
#pragma once

#include <string>

namespace venomx::kernel
{

/// Empty when the program's place cannot be read.
[[nodiscard]] std::string pluginFolder();

} // namespace venomx::kernel
