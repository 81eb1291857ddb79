// The daemon's own environment: what whoever starts it, a service manager too, hands over. Functions; read only, any thread, for nothing in
// the daemon sets a variable.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace venomx::kernel
{

/// Empty when it is not set.
[[nodiscard]] std::string_view environmentVariable(const char* name);
/// The variable's value when it is an absolute path, else empty.
[[nodiscard]] std::string_view environmentPath(const char* name);
/// A decimal number. Nothing when the variable is not set or holds anything else.
[[nodiscard]] std::optional<std::int64_t> environmentNumber(const char* name);

} // namespace venomx::kernel
