// The `text` format of a capture. Errors: none. The caller has locked the screen.
#pragma once

#include <string>

#include "Captured.h"

namespace venomx::pane
{

// The lines of scrollback asked for, then the screen, each ended by LF.
std::string captureText(const Screen& screen, const CaptureOptions& options = {});

} // namespace venomx::pane
