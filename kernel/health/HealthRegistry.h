// Every check, counter, gauge and histogram that the kernel and the plugins registered; `checkUp` runs the checks.
// A section is what one plugin registers through; it goes with `withdraw`. Names of checks begin with their plugin's name, and
// are given it otherwise; so are names that are taken. Owned by the daemon; control loop only.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/health_report.h>

#include "kernel/health/StandingCheck.h"

namespace venomx::kernel
{

class HealthRegistry
{
public:
    HealthRegistry();
    ~HealthRegistry();
    HealthRegistry(const HealthRegistry&) = delete;
    HealthRegistry& operator=(const HealthRegistry&) = delete;

    /// Made at the first call; the same afterwards.
    [[nodiscard]] Health& section(std::string_view plugin);
    void withdraw(std::string_view plugin);

    /// In the order registered.
    [[nodiscard]] std::vector<std::shared_ptr<StandingCheck>> checks() const;
    [[nodiscard]] std::vector<MetricReport> metrics() const;
    [[nodiscard]] std::vector<NamedHistogram> histograms() const;

private:
    class Section;
    [[nodiscard]] std::string claim(std::string_view plugin, const std::string& name, bool prefixed);
    void release(const std::string& name) { _names.erase(name); }

    std::vector<std::unique_ptr<Section>> _sections;
    std::set<std::string> _names;
};

[[nodiscard]] HistogramReport report(const Histogram& histogram);

} // namespace venomx::kernel
