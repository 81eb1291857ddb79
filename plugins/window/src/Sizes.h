// Lengths in cells as requests give them: 1..1000. Functions; the thread that owns the call.
#pragma once

#include <string_view>
#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>

namespace venomx::window
{

inline constexpr std::int64_t kLongest = 1000;

[[nodiscard]] constexpr bool lengthAllowed(std::int64_t length)
{
    return length >= 1 && length <= kLongest;
}

/// Of a required parameter or one with a default. Throws invalid_params.size.
[[nodiscard]] inline int lengthOf(const Call& call, std::string_view param)
{
    const std::int64_t length = call.integer(param);
    if (!lengthAllowed(length)) throw errors::size(param);
    return static_cast<int>(length);
}

} // namespace venomx::window
