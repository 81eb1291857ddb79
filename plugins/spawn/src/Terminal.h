// A pseudo terminal for a child that does not exist yet: the master for the daemon, the peer for the child, both CLOEXEC.
// Made on a worker; closed by its owner. A failure is a value that names the step, for the log.
#pragma once

#include "SystemCalls.h"

#include <optional>
#include <venomx/sdk/literal.h>

namespace venomx::spawn
{

/// A step of a launch that the system refused.
struct StepFailure
{
    Literal step;
    int error{0};
};

struct Terminal
{
    UniqueFd master;
    UniqueFd peer;
};

[[nodiscard]] std::optional<StepFailure> openTerminal(SystemCalls& calls, TerminalSize size, Terminal& terminal);

} // namespace venomx::spawn
