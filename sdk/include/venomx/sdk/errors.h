// The table of refusals that more than one part of the daemon gives: code and message side by side, each fixed.
// A verb's own refusals stand beside the verb in the same form. Functions; any thread.
#pragma once

#include <string_view>
#include <venomx/sdk/result.h>
#include <venomx/sdk/verb.h>

namespace venomx
{
inline namespace v1
{
namespace errors
{

[[nodiscard]] inline Refusal noSession()
{
    return {"not_found.session", "no such session"};
}
[[nodiscard]] inline Refusal noWindow()
{
    return {"not_found.window", "no such window"};
}
[[nodiscard]] inline Refusal noPane()
{
    return {"not_found.pane", "no such pane"};
}
[[nodiscard]] inline Refusal noSpace()
{
    return {"conflict.no_space", "not enough room in the window; window.resize gives it more"};
}
[[nodiscard]] inline Refusal paneExited()
{
    return {"conflict.pane_exited", "the pane's process has ended"};
}
[[nodiscard]] inline Refusal shutdown()
{
    return {"unavailable.shutdown", "the daemon is stopping"};
}
[[nodiscard]] inline Refusal cancelled()
{
    return {"unavailable.cancelled", "cancelled"};
}
[[nodiscard]] inline Refusal busy()
{
    return {"unavailable.busy", "too many waits and streams on this connection"};
}
[[nodiscard]] inline Refusal dropped()
{
    return {"internal.dropped", "the verb ended without an answer"};
}
[[nodiscard]] inline Refusal plugin()
{
    return {"internal.plugin", "the plugin failed"};
}
[[nodiscard]] Refusal denied(Right right);
[[nodiscard]] inline Refusal size(std::string_view param)
{
    return Refusal{"invalid_params.size", "size out of range"}.at(param);
}

} // namespace errors
} // namespace v1
} // namespace venomx
