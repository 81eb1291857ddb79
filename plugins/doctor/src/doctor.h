// The verb `doctor`. Control loop only.
#pragma once

#include <chrono>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/health_report.h>

#include "Looks.h"

namespace venomx::doctor
{

[[nodiscard]] const VerbSpec& doctorSpec();
/// Answers once the checks have, or have taken as long as the limit. `report` outlives `looks`.
void runDoctor(Call& call, Looks& looks, HealthReport& report, std::chrono::milliseconds limit);

} // namespace venomx::doctor
