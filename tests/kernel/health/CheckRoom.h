// A control loop and workers on which a registry's checks are run, as doctor runs them. Made and used by the test's thread, and
// gone before the registry.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>
#include <venomx/sdk/testing/fake_workers.h>
#include <venomx/sdk/testing/loop_thread.h>

#include "kernel/health/Checkup.h"
#include "kernel/health/HealthRegistry.h"

namespace venomx::kernel::tests
{

class CheckRoom
{
public:
    using Reports = std::vector<CheckReport>;

    /// Starts a look; its end.
    [[nodiscard]] std::future<Reports> start(const HealthRegistry& registry, std::chrono::milliseconds limit = std::chrono::hours{1})
    {
        const auto reports = std::make_shared<std::promise<Reports>>();
        loop.run([&] { checkUp(registry.checks(), places, limit, [reports](Reports found) { reports->set_value(std::move(found)); }); });
        return reports->get_future();
    }
    [[nodiscard]] Reports look(const HealthRegistry& registry, std::chrono::milliseconds limit = std::chrono::hours{1})
    {
        return start(registry, limit).get();
    }
    /// Until no check runs and the loop knows it.
    void settle()
    {
        workers.drain();
        loop.settle();
    }

    std::chrono::steady_clock::time_point now{}; ///< the loop's to read
    testing::LoopThread loop;
    testing::FakeWorkers workers;
    CheckPlaces places{.loop = loop, .workers = workers, .clock = [this] { return now; }};
};

} // namespace venomx::kernel::tests
