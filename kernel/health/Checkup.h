// One look at all the checks: those on workers side by side, meanwhile those of the control loop one by one. A check that has
// not ended within the limit is reported as late, and what it finds later is dropped. A function; control loop only.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <venomx/sdk/services/health_report.h>

#include "kernel/health/StandingCheck.h"

namespace venomx::kernel
{

/// `done` as HealthReport::check promises it. The places outlive the look.
void checkUp(std::span<const std::shared_ptr<StandingCheck>> checks, const CheckPlaces& places, std::chrono::milliseconds limit,
             HealthReport::Checked done);

} // namespace venomx::kernel
