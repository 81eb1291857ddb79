// The `ansi` format of a capture: the text with SGR. Errors: none. The caller has locked the screen.
#pragma once

#include <string>

#include "Captured.h"

namespace venomx::pane
{

// As captureText(), with `CSI … m` before each change of style; every line begins and ends in the default style.
std::string captureAnsi(const Screen& screen, const CaptureOptions& options = {});

} // namespace venomx::pane
