// The `cells` format of a capture. Errors: none. The caller has locked the screen.
#pragma once

#include <venomx/sdk/json_writer.h>

#include "Captured.h"

namespace venomx::pane
{

// Writes an array of rows, each an array of runs `{"text", "width", "style"}`. A style has a member for what differs from the default:
// `fg`, `bg`, `underline_color` (0..255 of the palette or "#rrggbb"), `underline` ("single", "double", "curly", "dotted", "dashed"),
// `link`, and `bold`, `faint`, `italic`, `blink`, `inverse`, `invisible`, `strike`, `overline` (true).
void captureCells(const Screen& screen, const CaptureOptions& options, JsonWriter& json);

} // namespace venomx::pane
