// Base64 as RFC 4648 has it, with padding and nothing else around it. Pure functions; any thread.
// What is decoded is a request's bytes, so it lives in the caller's arena and is wiped with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>

namespace venomx::pane
{

/// Empty optional when `text` is not base64.
[[nodiscard]] std::optional<std::string_view> fromBase64(std::string_view text, Arena& arena);
[[nodiscard]] std::string toBase64(std::string_view bytes);

} // namespace venomx::pane
