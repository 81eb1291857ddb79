#include "kernel/health/StandingCheck.h"

#include <stdexcept>
#include <system_error>
#include <utility>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>

namespace venomx::kernel
{
namespace
{

constexpr Literal kLate{"the check took longer than doctor.timeout_ms"};
constexpr Literal kHangs{"the check still hangs since an earlier look"};
constexpr Literal kNoThread{"the check could not run: the system gives no thread"};
constexpr Literal kBroken{"the check itself failed"};
constexpr Literal kLook{"look at the disk, the mount or the plugin that it waits for"};
constexpr Literal kRaise{"raise the daemon's limit of tasks"};

/// A detail that is not a JSON object would spoil the whole report.
bool isObject(std::string_view detail)
{
    Arena arena;
    const auto read = JsonReader().read(detail, arena);
    return read.error == JsonError::none && read.value.is(Value::Kind::object);
}

} // namespace

void StandingCheck::run(const CheckPlaces& places, std::chrono::milliseconds limit, Tell tell)
{
    if (_check.on == CheckOn::loop) return tell(lookHere(places, limit));
    if (_since && places.clock() - *_since >= limit) return tell(warning(kHangs, kLook));
    _waiting.push_back(std::move(tell));
    if (!_since) start(places);
}

void StandingCheck::start(const CheckPlaces& places)
{
    _since = places.clock();
    // The worker hands its share of this back to the loop, where what the plugin captured may be destroyed.
    auto job = [self = shared_from_this(), &loop = places.loop]() mutable
    {
        CheckReport report = self->look();
        loop.post([self = std::move(self), report = std::move(report)] { self->ended(report); });
    };
    try
    {
        places.workers.submit(std::move(job));
    }
    catch (const std::system_error&)
    {
        ended(warning(kNoThread, kRaise));
    }
}

void StandingCheck::ended(const CheckReport& report)
{
    _since.reset();
    for (const Tell& tell : std::exchange(_waiting, {})) tell(report);
}

CheckReport StandingCheck::lookHere(const CheckPlaces& places, std::chrono::milliseconds limit) const
{
    const auto before = places.clock();
    CheckReport report = look();
    const bool slow = places.clock() - before > limit;
    return slow && report.status != HealthStatus::fail ? late() : report;
}

CheckReport StandingCheck::look() const
{
    try
    {
        CheckResult result = _check.run();
        if (!isObject(result.detail)) throw std::invalid_argument("detail");
        return {_check.name, result.status, std::string{result.summary.view()}, std::move(result.detail), std::string{result.hint.view()}};
    }
    catch (...)
    {
        // Not the exception's text: it may hold anything.
        return {_check.name, HealthStatus::fail, std::string{kBroken.view()}, "{}", "report it to the plugin's author"};
    }
}

CheckReport StandingCheck::warning(Literal summary, Literal hint) const
{
    return {_check.name, HealthStatus::warn, std::string{summary.view()}, "{}", std::string{hint.view()}};
}

CheckReport StandingCheck::late() const
{
    return warning(kLate, kLook);
}

bool isLate(const CheckReport& report)
{
    return report.summary == kLate.view() || report.summary == kHangs.view();
}

bool isBroken(const CheckReport& report)
{
    return report.summary == kBroken.view();
}

} // namespace venomx::kernel
