// The daemon's health, collected: what every plugin and the kernel registered through Health, and the daemon's own facts.
// Nothing in it is a path, a variable's name or a value. Provided by the kernel; control loop only.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

struct CheckReport
{
    std::string name;
    HealthStatus status{HealthStatus::ok};
    std::string summary;
    std::string detail{"{}"}; ///< a JSON object
    std::string hint{};       ///< empty: nothing to do
};

/// A counter or gauge with its numbers, in the order of its declaration; one number without a name when it has no label.
struct MetricReport
{
    std::string name;
    bool gauge{false};
    std::string label{};
    std::vector<std::pair<std::string, std::uint64_t>> numbers;
};

struct HistogramReport
{
    std::array<std::uint64_t, Histogram::kBuckets> counts{}; ///< each bucket alone
    std::uint64_t sum{0};                                    ///< microseconds
};

struct NamedHistogram
{
    std::string name;
    HistogramReport histogram;
};

/// Requests of one verb: how often each outcome class was the answer ("ok", "denied", …; those that occurred), and how long
/// they took.
struct RequestReport
{
    std::string verb;
    std::vector<std::pair<std::string, std::uint64_t>> outcomes;
    HistogramReport took;
};

struct PluginReport
{
    std::string name;
    std::string version;
    std::string state;  ///< started, disabled, refused, failed
    std::string reason; ///< a fixed word; empty when started
};

struct DaemonReport
{
    std::string version;
    std::string boot;
    std::chrono::system_clock::time_point started;
    pid_t pid{0};
    std::vector<PluginReport> plugins;
};

class HealthReport : public Service
{
public:
    static constexpr ServiceName kService{"health", 1};
    ~HealthReport() override;

    using Checked = std::function<void(std::vector<CheckReport>)>;

    /// Runs every check, side by side but for those of the control loop. `done` is called once, on the control loop and perhaps
    /// before this returns, with a report for each in the order registered, when the last one has ended or `limit` has passed:
    /// one that throws is a `fail` and one that takes longer a `warn`, each under its own name. Once the daemon ends it is dropped.
    virtual void check(std::chrono::milliseconds limit, Checked done) = 0;
    [[nodiscard]] virtual std::vector<MetricReport> metrics() const = 0;
    [[nodiscard]] virtual std::vector<NamedHistogram> histograms() const = 0;
    [[nodiscard]] virtual std::vector<RequestReport> requests() const = 0;
    [[nodiscard]] virtual DaemonReport daemon() const = 0;
};

} // namespace v1
} // namespace venomx
