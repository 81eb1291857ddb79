// The verb `doctor`. Control loop only.
#pragma once

#include <chrono>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/health_report.h>

namespace venomx::doctor
{

[[nodiscard]] const VerbSpec& doctorSpec();
void runDoctor(Call& call, HealthReport& report, std::chrono::milliseconds limit);

} // namespace venomx::doctor
