// A daemon's health as a test wants it: public members are the test's to set. Control loop only. `done` is called in the call itself,
// or in `release`.
#pragma once

#include <utility>
#include <venomx/sdk/services/health_report.h>

namespace venomx::testing
{

class FakeHealthReport : public HealthReport
{
public:
    void check(std::chrono::milliseconds limit, Checked done) override
    {
        asked = limit;
        waiting.push_back(std::move(done));
        if (!held) release();
    }
    /// Whoever waits is told what the checks found.
    void release()
    {
        for (const Checked& done : std::exchange(waiting, {})) done(checks);
    }
    [[nodiscard]] std::vector<MetricReport> metrics() const override { return numbers; }
    [[nodiscard]] std::vector<NamedHistogram> histograms() const override { return named; }
    [[nodiscard]] std::vector<RequestReport> requests() const override { return verbs; }
    [[nodiscard]] DaemonReport daemon() const override
    {
        const std::chrono::system_clock::time_point started{std::chrono::milliseconds{1'796'047'511'042}};
        return {"0.1.0", "0123456789abcdef", started, 42, {{"spawn", "0.1.0", "started", ""}, {"pane", "", "refused", "abi"}}};
    }

    std::chrono::milliseconds asked{0}; ///< the limit of the last `check`
    bool held{false};                   ///< the checks take until `release`
    std::vector<Checked> waiting;
    std::vector<CheckReport> checks;
    std::vector<MetricReport> numbers;
    std::vector<NamedHistogram> named;
    std::vector<RequestReport> verbs;
};

} // namespace venomx::testing
