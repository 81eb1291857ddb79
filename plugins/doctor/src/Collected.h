// One look at the daemon's health: all that the verb shows, in the order in which it is shown. A value; control loop only.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/services/health_report.h>

namespace venomx::doctor
{

struct Collected
{
    std::vector<CheckReport> checks;
    std::vector<MetricReport> metrics;
    std::vector<NamedHistogram> histograms;
    std::vector<RequestReport> requests;
    std::optional<DaemonReport> daemon; ///< for admins
};

/// The numbers as they are now, and the daemon's own facts, beside what the checks found.
[[nodiscard]] Collected collect(const HealthReport& report, std::vector<CheckReport> checks, bool admin);

/// The worst check's; `strict` makes a warning a failure.
[[nodiscard]] HealthStatus overall(const std::vector<CheckReport>& checks, bool strict);

// The parts of the verb's answer, as JSON.
[[nodiscard]] std::string checksJson(const Collected& collected);
[[nodiscard]] std::string countersJson(const Collected& collected);
[[nodiscard]] std::string daemonJson(const DaemonReport& daemon);

} // namespace venomx::doctor
