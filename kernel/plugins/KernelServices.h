// The services that the kernel itself offers to plugins. Constants; any thread.
#pragma once

#include <array>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/health_report.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/resources.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::kernel
{

constexpr std::array<ServiceName, 8> kKernelServices{Loop::kService,   Workers::kService,   Clock::kService,      DaemonInfo::kService,
                                                     Events::kService, Resources::kService, Principals::kService, HealthReport::kService};

} // namespace venomx::kernel
