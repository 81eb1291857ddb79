// Reading JSON that may not have the shape one hopes for: each function gives an empty answer where the kind is another.
// Pure functions; views live as long as the value's arena.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <venomx/sdk/value.h>

namespace venomx::client
{

/// The member of that name, or nullptr; also when `value` is no object.
[[nodiscard]] const Value* memberAt(const Value& value, std::string_view name);
[[nodiscard]] std::string_view textAt(const Value& value, std::string_view name);
[[nodiscard]] std::optional<std::int64_t> integerAt(const Value& value, std::string_view name);
[[nodiscard]] bool flagAt(const Value& value, std::string_view name);
[[nodiscard]] std::span<const Value> itemsAt(const Value& value, std::string_view name);

[[nodiscard]] std::string toJson(const Value& value);

} // namespace venomx::client
