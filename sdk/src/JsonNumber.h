// Reads one JSON number. Pure; any thread.
#pragma once

#include <venomx/sdk/value.h>

namespace venomx::detail
{

/// Reads the number at `at`, which begins with a minus or a digit and lies in a text that ends with a byte no number has.
/// Returns where it ends; nullptr when it is not a JSON number or lies past what a double can hold.
[[nodiscard]] const char* readNumber(const char* at, Value& number);

} // namespace venomx::detail
