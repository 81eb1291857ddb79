// "Did you mean …": the word out of a list that a mistyped one comes nearest to. Pure function.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace venomx::client
{

/// Nothing when no candidate is near: within a third of the word's length (at least one, a swap of neighbours counts as one),
/// or the only one that begins with the word. The first of equals.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// "; did you mean X?" or nothing, to end a message with.
[[nodiscard]] std::string didYouMean(std::string_view word, std::span<const std::string> candidates, std::string_view prefix = {});

} // namespace venomx::client
