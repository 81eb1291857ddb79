// A registered check and its run, if one is under way: on the control loop at once, or on a worker, where it may hang. Who asks
// while it runs is told by that run, or that it hangs.
// Shared by the registry and the run, so that one which hangs finds it intact, whatever has gone meanwhile. Control loop only.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/health_report.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::kernel
{

/// Where checks run. A worker must be free for each check, however many others hang.
struct CheckPlaces
{
    Loop& loop;
    Workers& workers;
    std::function<std::chrono::steady_clock::time_point()> clock{std::chrono::steady_clock::now};
};

class StandingCheck : public std::enable_shared_from_this<StandingCheck>
{
public:
    using Tell = std::function<void(const CheckReport& report)>;

    explicit StandingCheck(Check check) : _check(std::move(check)) {}

    [[nodiscard]] const std::string& name() const { return _check.name; }
    [[nodiscard]] CheckOn on() const { return _check.on; }

    /// `tell` is called once, perhaps before this returns: of a run on a worker when it has ended, however late.
    void run(const CheckPlaces& places, std::chrono::milliseconds limit, Tell tell);
    /// What is reported of it when the limit has passed.
    [[nodiscard]] CheckReport late() const;

private:
    [[nodiscard]] CheckReport look() const; // where the check belongs
    [[nodiscard]] CheckReport lookHere(const CheckPlaces& places, std::chrono::milliseconds limit) const;
    [[nodiscard]] CheckReport warning(Literal summary, Literal hint) const;
    void start(const CheckPlaces& places);
    void ended(const CheckReport& report);

    const Check _check;
    std::optional<std::chrono::steady_clock::time_point> _since; // a run on a worker goes on
    std::vector<Tell> _waiting;
};

/// Is this what is reported of a check that did not end in time?
[[nodiscard]] bool isLate(const CheckReport& report);
/// Is this what is reported of a check that threw, or whose detail is no JSON object?
[[nodiscard]] bool isBroken(const CheckReport& report);

} // namespace venomx::kernel
