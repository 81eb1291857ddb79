#include "kernel/health/Checkup.h"

#include <utility>

namespace venomx::kernel
{
namespace
{

/// Owned by its timer; the checks only know it while it is there.
class Checkup : public std::enable_shared_from_this<Checkup>
{
public:
    using Checks = std::span<const std::shared_ptr<StandingCheck>>;

    Checkup(const CheckPlaces& places, std::chrono::milliseconds limit, HealthReport::Checked done)
        : _places(places), _limit(limit), _done(std::move(done))
    {
    }

    void begin(Checks checks)
    {
        _missing = checks.size();
        for (const auto& check : checks) _reports.push_back(check->late()); // until it tells better
        run(checks, CheckOn::worker);
        run(checks, CheckOn::loop);
        if (_missing == 0) return finish();
        // From here, so that what the loop's own checks took does not count against the others; and posted, so that what came
        // while the loop was busy is heard first.
        _timer = _places.loop.after(_limit, [self = shared_from_this()] { self->_places.loop.post([self] { self->finish(); }); });
    }

private:
    void run(Checks checks, CheckOn place)
    {
        for (std::size_t i = 0; i < checks.size(); ++i)
        {
            if (checks[i]->on() != place) continue;
            checks[i]->run(_places, _limit,
                           [weak = weak_from_this(), i](const CheckReport& report)
                           {
                               if (const auto self = weak.lock()) self->told(i, report);
                           });
        }
    }

    void told(std::size_t index, const CheckReport& report)
    {
        if (!_done) return;
        _reports[index] = report;
        if (--_missing == 0 && _timer != EventLoop::TimerId::none) finish();
    }

    void finish()
    {
        if (!_done) return;
        const auto self = shared_from_this(); // the timer lets go
        _places.loop.cancel(_timer);
        std::exchange(_done, nullptr)(std::move(_reports));
    }

    CheckPlaces _places;
    std::chrono::milliseconds _limit;
    HealthReport::Checked _done; // empty once it was called
    std::vector<CheckReport> _reports;
    std::size_t _missing{0};
    EventLoop::TimerId _timer{EventLoop::TimerId::none};
};

} // namespace

void checkUp(std::span<const std::shared_ptr<StandingCheck>> checks, const CheckPlaces& places, std::chrono::milliseconds limit,
             HealthReport::Checked done)
{
    // cppcheck-suppress accessMoved  // what is made here has taken it
    std::make_shared<Checkup>(places, limit, std::move(done))->begin(checks);
}

} // namespace venomx::kernel
