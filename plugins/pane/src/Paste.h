// What a paste makes of a text before a program sees it. A pure function; any thread.
// Its result is a request's bytes, so it lives in the caller's arena and is wiped with it.
#pragma once

#include <string_view>
#include <venomx/sdk/arena.h>

namespace venomx::pane
{

/// `text` without ESC and C1 CSI, each LF and CRLF as CR; between bracketed-paste marks when `bracketed`.
[[nodiscard]] std::string_view pasted(std::string_view text, bool bracketed, Arena& arena);

} // namespace venomx::pane
