// What this program leaves to the daemon's: it becomes it, the same process, so that whoever started it keeps its pid. That is a
// program of its own because what it loads would cost every other command more than the command itself. A function; one thread.
#pragma once

#include "client/CommandLine.h"

#include <string_view>

namespace venomx::client
{

/// `command`: the first word for it, then the flags that stood before the command, and `words`. Throws Failure.
[[noreturn]] void becomeDaemonProgram(std::string_view command, const CommandLine& line, Words words);

} // namespace venomx::client
