// The `html` format of a capture. Errors: none. The caller has locked the screen.
#pragma once

#include <string>

#include "Captured.h"

namespace venomx::pane
{

// One `<pre>` with inline styles. Safe to paste: text is escaped, and no link, script or address of the program's choice is in it.
std::string captureHtml(const Screen& screen, const CaptureOptions& options = {});

} // namespace venomx::pane
