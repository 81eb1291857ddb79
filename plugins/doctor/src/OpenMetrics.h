// The same look as text for a monitoring system: one family a counter, gauge, histogram and the checks, each with help and type.
// Names are venomx_<name> with _total for counters; times are in seconds. A function; any thread.
#pragma once

#include <string>

#include "Collected.h"

namespace venomx::doctor
{

[[nodiscard]] std::string openMetrics(const Collected& collected);

} // namespace venomx::doctor
