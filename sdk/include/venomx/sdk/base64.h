// Base64 as RFC 4648 has it: the letters of its first table, with padding, nothing else around it, unused bits zero.
// Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>

namespace venomx
{
inline namespace v1
{

/// The bytes, which live as long as what the arena holds (so a request's bytes are wiped with the request). Nothing when
/// `text` is not base64. Throws what a full arena throws.
[[nodiscard]] std::optional<std::string_view> fromBase64(std::string_view text, Arena& arena);
/// The same for bytes that need no wiping.
[[nodiscard]] std::optional<std::string> fromBase64(std::string_view text);
[[nodiscard]] std::string toBase64(std::string_view bytes);

} // namespace v1
} // namespace venomx
