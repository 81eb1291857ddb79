// A decimal number in an environment variable, as service managers hand them over. A function; first thread.
#pragma once

#include <cstdint>
#include <optional>

namespace venomx::kernel
{

/// Nothing when the variable is not set or holds anything else.
[[nodiscard]] std::optional<std::int64_t> environmentNumber(const char* variable);

} // namespace venomx::kernel
