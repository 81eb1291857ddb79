// Requests by verb and outcome class with how long they took, and denials by right, from the gate's outcomes.
// Verbs that nobody knows count together, without their names. Owned by the daemon; control loop only.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/health_report.h>

#include "kernel/verbs/Gate.h"

namespace venomx::kernel
{

class RequestStats
{
public:
    RequestStats();
    ~RequestStats();
    RequestStats(const RequestStats&) = delete;
    RequestStats& operator=(const RequestStats&) = delete;

    void record(const GateHooks::Outcome& outcome);

    /// By verb's name.
    [[nodiscard]] std::vector<RequestReport> reports() const;
    [[nodiscard]] const Counter& denials() const { return _denials; }

private:
    struct Entry;
    std::unordered_map<const VerbSpec*, std::unique_ptr<Entry>> _entries;
    Counter _denials;
};

} // namespace venomx::kernel
