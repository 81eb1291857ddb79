// Which error codes a verb may answer with: those of its spec and groups, and those that every verb has. Any thread.
#pragma once

#include <string_view>
#include <venomx/sdk/verb.h>

namespace venomx::kernel
{

[[nodiscard]] bool declares(const VerbSpec& spec, std::string_view code);

} // namespace venomx::kernel
