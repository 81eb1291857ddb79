// The process the daemon runs in: what it was like at first, which children get back, and what the daemon makes of it.
// Functions; first thread, before any other exists.
#pragma once

#include <venomx/sdk/services/daemon_info.h>

namespace venomx::kernel
{

/// Call it before anything is changed.
[[nodiscard]] OriginalState captureOriginal();

/// Standard descriptors open, others closed (but the one that a service manager handed over), a private umask, as many
/// descriptors and as much locked memory as the system allows, adoption of orphans, no core dumps and no tracing by other
/// programs of the user. Notes in `original` which limits it changed.
void makeDaemonProcess(OriginalState& original, bool keepInherited);

} // namespace venomx::kernel
