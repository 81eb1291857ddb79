// A JSON value as one line of text for people. Pure functions.
#pragma once

#include <string>
#include <venomx/sdk/value.h>

namespace venomx::client
{

/// Scalars as they are, arrays of scalars as a,b,c, objects as name=value name=value, what is deeper as JSON.
/// Nothing in it can move a cursor. A null or an empty string or array is "-".
[[nodiscard]] std::string cellText(const Value& value);

/// Whether the value is an array or an object.
[[nodiscard]] bool isNested(const Value& value);

/// Whether the value is an array with at least one element, all objects.
[[nodiscard]] bool isRows(const Value& value);

} // namespace venomx::client
