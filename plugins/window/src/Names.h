// What sessions and windows may be called. Pure functions; any thread.
#pragma once

#include <string_view>
#include <venomx/sdk/result.h>

namespace venomx::window
{

/// 1..64 bytes of [A-Za-z0-9._-].
[[nodiscard]] bool sessionNameWellFormed(std::string_view name);
/// Reads as the id of some session, window, pane or principal.
[[nodiscard]] bool looksLikeId(std::string_view name);
/// At most 256 bytes without control characters (C0, DEL, C1). `name` is valid UTF-8.
[[nodiscard]] bool windowNameAllowed(std::string_view name);

[[nodiscard]] inline Refusal nameNotAllowed()
{
    return Refusal{"invalid_params.name", "name not allowed"}.at("name");
}
[[nodiscard]] inline Refusal nameTaken()
{
    return {"conflict.name", "another session has that name"};
}

} // namespace venomx::window
