// The service health/1: the registry's checks and numbers, the requests' and the plugins', and the daemon's own facts, as
// plugin doctor asks for them. Owned by the daemon; the parts outlive it; control loop only.
#pragma once

#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/health_report.h>

#include "kernel/health/HealthRegistry.h"
#include "kernel/health/RequestStats.h"
#include "kernel/plugins/Host.h"
#include "kernel/verbs/Registry.h"

namespace venomx::kernel
{

class HealthService final : public HealthReport
{
public:
    struct Parts
    {
        const HealthRegistry& health;
        CheckPlaces places;
        const RequestStats& requests;
        const Registry& registry;
        const Host& host;
        const DaemonInfo& info;
    };
    explicit HealthService(Parts parts) : _parts(std::move(parts)) {}

    void check(std::chrono::milliseconds limit, Checked done) override;
    [[nodiscard]] std::vector<MetricReport> metrics() const override;
    [[nodiscard]] std::vector<NamedHistogram> histograms() const override;
    [[nodiscard]] std::vector<RequestReport> requests() const override;
    [[nodiscard]] DaemonReport daemon() const override;

private:
    Parts _parts;
};

} // namespace venomx::kernel
