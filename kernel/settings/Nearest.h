// The known word that a misspelt one most likely meant. A function; any thread.
#pragma once

#include <span>
#include <string_view>

namespace venomx::kernel
{

/// Empty when none is near: within a third of the word's length in single-character edits.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

} // namespace venomx::kernel
