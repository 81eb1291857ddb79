// Base64 (RFC 4648) as output frames carry bytes. Pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace venomx::client
{

/// Nothing when the text is not padded base64.
[[nodiscard]] std::optional<std::string> fromBase64(std::string_view text);

} // namespace venomx::client
