// Tokens: `vnt1.<tool>.<principal>.<secret>`, of which the daemon keeps nothing but the SHA-256 of the text.
// Functions; any thread. What throws says so.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/secret.h>

namespace venomx::kernel
{

using TokenDigest = std::array<unsigned char, 32>;

/// A new token of ours for `principal`, with 256 bits of OpenSSL's CSPRNG. Throws std::runtime_error when that has none.
[[nodiscard]] Secret makeToken(const PrincipalId& principal);

/// Whose token of ours `text` claims to be; nothing when it has not exactly the form of one. Proves nothing.
[[nodiscard]] std::optional<PrincipalId> claimedPrincipal(std::string_view text);

/// Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] TokenDigest digestOf(std::string_view text);

/// In constant time.
[[nodiscard]] bool sameDigest(const TokenDigest& one, const TokenDigest& other) noexcept;

} // namespace venomx::kernel
