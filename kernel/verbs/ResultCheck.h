// Holds a result against its verb's spec, in debug builds and tests. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <venomx/sdk/verb.h>

namespace venomx::kernel
{

/// What does not fit (a path and a fixed word), or empty.
[[nodiscard]] std::string whyMisfit(const VerbSpec& spec, std::string_view json);

} // namespace venomx::kernel
