#include <venomx/sdk/testing/manual_clock.h>

#include <stdexcept>

namespace venomx::testing
{

std::chrono::steady_clock::time_point ManualClock::steady() const
{
    const std::lock_guard guard{_mutex};
    return _time ? _time->steady : std::chrono::steady_clock::now();
}

std::chrono::system_clock::time_point ManualClock::system() const
{
    const std::lock_guard guard{_mutex};
    return _time ? _time->system : std::chrono::system_clock::now();
}

void ManualClock::set(std::chrono::steady_clock::time_point steady, std::chrono::system_clock::time_point system)
{
    const std::lock_guard guard{_mutex};
    _time = Time{steady, system};
}

void ManualClock::advance(std::chrono::milliseconds by)
{
    const std::lock_guard guard{_mutex};
    if (!_time) throw std::logic_error("the clock was not set");
    _time->steady += by;
    _time->system += by;
}

} // namespace venomx::testing
