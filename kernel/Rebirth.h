// The daemon's process begins its life again, under the same process id, as long as nobody has been served. A function; any
// thread: the others end.
#pragma once

#include <string>
#include <vector>
#include <venomx/sdk/services/daemon_info.h>

namespace venomx::kernel
{

/// Gives the process its original state back and runs its program with these words. Returns only when the system refuses.
void beginAgain(const OriginalState& original, const std::vector<std::string>& words);

} // namespace venomx::kernel
