// A health report as a table: a line a check, and what to do about it. Pure functions.
#pragma once

#include "client/render/Palette.h"

#include <string>
#include <venomx/sdk/value.h>

namespace venomx::client
{

/// Whether the result has `checks`, each with a name, a status and a summary.
[[nodiscard]] bool isHealthReport(const Value& result);

[[nodiscard]] std::string renderChecks(const Value& result, const Palette& palette);

} // namespace venomx::client
