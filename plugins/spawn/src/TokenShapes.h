// Finds what has the shape of a Venom token: vnt1.<tool>.<principal>.<43 characters>. Every start position is looked at, so
// that a shape which begins inside another one's secret is found too.
// Pure functions over the caller's bytes; any thread; no errors, no allocation.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace venomx::spawn
{

/// Views into the text that was searched.
struct TokenShape
{
    std::size_t start{0};
    std::size_t size{0};
    std::string_view tool;
    std::string_view principal; ///< owner, unknown or g<n>
};

/// The first shape that starts at `from` or later.
[[nodiscard]] std::optional<TokenShape> findToken(std::string_view text, std::size_t from = 0) noexcept;

} // namespace venomx::spawn
