// The end of all that panes started, at the daemon's stop: in parallel, within a grace, without the control loop.
// Called on the control loop's thread, which it blocks. It reaps nobody.
#pragma once

#include <chrono>
#include <vector>

#include "Processes.h"

namespace venomx::pane
{

/// Hangs up whatever below the daemon has left the daemon's session, waits for `grace`, then kills until nothing new is found.
/// `held` are the panes' processes, which are ended also when the system does not let the others be seen.
void endEverything(const Processes& processes, std::chrono::milliseconds grace, const std::vector<const UniqueFd*>& held);

} // namespace venomx::pane
