// Whether a capture's ansi, written to an empty screen, gives what was captured: each character with the look that it had. Lines with
// characters that join their neighbours are left out: a terminal has no way to say where one cluster ends and the next begins.
// A function; any thread.
#pragma once

#include "plugins/pane/src/capture/Captured.h"

namespace venomx::fuzz
{

/// If not, a promise is broken.
void checkRedrawn(const pane::Screen& screen, const pane::CaptureOptions& options);

} // namespace venomx::fuzz
