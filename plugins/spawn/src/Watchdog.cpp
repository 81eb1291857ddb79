#include "Watchdog.h"

#include "Launch.h"

#include <algorithm>
#include <utility>

namespace venomx::spawn
{

using std::chrono::milliseconds;

Watchdog::~Watchdog()
{
    close();
}

void Watchdog::configure(std::size_t limit, milliseconds patience)
{
    _limit = limit;
    _patience = patience;
}

void Watchdog::admit(std::shared_ptr<Launch> launch)
{
    if (!full()) return submit(std::move(launch));
    if (untilStalled() == milliseconds{0}) return launch->refuseStalled();
    _waiting.push_back(std::move(launch));
    watch();
}

void Watchdog::left(const Launch& launch)
{
    if (_working.erase(&launch) == 0) return;
    while (!full() && !_waiting.empty())
    {
        std::shared_ptr<Launch> next = std::move(_waiting.front());
        _waiting.pop_front();
        if (!next->over()) submit(std::move(next));
    }
}

void Watchdog::close()
{
    if (_timer != EventLoop::TimerId::none) _loop->cancel(std::exchange(_timer, EventLoop::TimerId::none));
    _waiting.clear();
}

/// The one that went in last tells; one that is elsewhere (waiting for a worker, executing) may come back at any moment.
milliseconds Watchdog::untilStalled() const
{
    const auto now = Clock::now();
    auto wait = milliseconds{0};
    for (const Launch* launch : _working)
    {
        const auto since = launch->inDirectorySince();
        wait = std::max(wait, std::chrono::ceil<milliseconds>(since.value_or(now) + _patience - now));
    }
    return wait;
}

void Watchdog::submit(std::shared_ptr<Launch> launch)
{
    _working.insert(launch.get());
    launch->submit();
}

void Watchdog::watch()
{
    if (_timer != EventLoop::TimerId::none) return;
    _timer = _loop->after(std::max(untilStalled(), milliseconds{1}),
                          [this]
                          {
                              _timer = EventLoop::TimerId::none;
                              refuseWaiting();
                          });
}

void Watchdog::refuseWaiting()
{
    if (full() && untilStalled() == milliseconds{0})
    {
        for (const auto& launch : std::exchange(_waiting, {})) launch->refuseStalled();
    }
    if (!_waiting.empty()) watch();
}

} // namespace venomx::spawn
