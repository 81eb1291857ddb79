#include "kernel/health/HealthService.h"

#include <unistd.h>

#include "kernel/health/Checkup.h"
#include "kernel/health/PluginWord.h"

namespace venomx::kernel
{

void HealthService::check(std::chrono::milliseconds limit, Checked done)
{
    checkUp(_parts.health.checks(), _parts.places, limit, std::move(done));
}

std::vector<MetricReport> HealthService::metrics() const
{
    std::vector<MetricReport> all = _parts.health.metrics();
    MetricReport states{"plugins.state", true, "state", {{"started", 0}, {"disabled", 0}, {"refused", 0}, {"failed", 0}}};
    MetricReport faults{"plugins.faults", false, "plugin", {}};
    for (const PluginRecord& record : _parts.host.plugins())
    {
        for (auto& [state, number] : states.numbers)
            if (state == toText(record.state)) ++number;
        if (record.state == PluginState::started) faults.numbers.emplace_back(record.name, _parts.registry.faults(record.name));
    }
    MetricReport denials{"denials", false, "right", {}};
    const Counter& counted = _parts.requests.denials();
    for (std::size_t i = 0; i < counted.values().size(); ++i) denials.numbers.emplace_back(counted.values()[i].view(), counted.read(i));
    all.push_back(std::move(denials));
    all.push_back(std::move(states));
    all.push_back(std::move(faults));
    return all;
}

std::vector<NamedHistogram> HealthService::histograms() const
{
    return _parts.health.histograms();
}

std::vector<RequestReport> HealthService::requests() const
{
    return _parts.requests.reports();
}

DaemonReport HealthService::daemon() const
{
    DaemonReport daemon{_parts.info.version(), _parts.info.boot(), _parts.info.started(), getpid(), {}};
    for (const PluginRecord& record : _parts.host.plugins())
        daemon.plugins.push_back(
            {pluginWord(record), record.version, std::string{toText(record.state)}, std::string{record.reason.view()}});
    return daemon;
}

} // namespace venomx::kernel
