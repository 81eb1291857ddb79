// The end of all that panes started, at the daemon's stop: in parallel, within a grace, without the control loop.
// Called on the control loop's thread, which it blocks. It reaps nobody.
#pragma once

#include <chrono>

#include "Processes.h"

namespace venomx::pane
{

/// Hangs up whatever below the daemon has left the daemon's session, waits for `grace`, then kills until nothing new is found.
void endEverything(const Processes& processes, std::chrono::milliseconds grace);

} // namespace venomx::pane
