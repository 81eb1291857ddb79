// What to say to whoever expects a shell where there is none. Pure functions.
#pragma once

#include "client/Failure.h"

#include <string_view>

namespace venomx::client
{

/// Whether the request's `argv` is a single word with a blank in it and `program` is not given: a command line, not a program's name.
[[nodiscard]] bool asksForAShell(std::string_view params);

/// Empty where the failure is not that of a program which was not found. A fixed text.
[[nodiscard]] std::string_view shellRemedy(const Failure& failure);

} // namespace venomx::client
