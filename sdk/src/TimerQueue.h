// The timers of one event loop, in order of deadline and, for the same deadline, of making. The loop's own thread.
#pragma once

#include <venomx/sdk/event_loop.h>

#include <map>
#include <optional>
#include <unordered_map>

namespace venomx::detail
{

class TimerQueue
{
public:
    using Clock = EventLoop::Clock;
    using TimerId = EventLoop::TimerId;

    TimerId add(Clock::time_point deadline, EventLoop::Task task);
    /// The task of a timer that is still to run, for the caller to destroy; else an empty one.
    EventLoop::Task remove(TimerId timer);

    [[nodiscard]] std::optional<Clock::time_point> next() const;
    /// Every timer made so far has a lower number.
    [[nodiscard]] std::uint64_t mark() const { return _made + 1; }
    /// Takes out the first timer that is due at `now` and was made before `mark`; an empty task when there is none.
    EventLoop::Task takeDue(Clock::time_point now, std::uint64_t mark);

private:
    using Key = std::pair<Clock::time_point, std::uint64_t>;

    std::map<Key, EventLoop::Task> _tasks;
    std::unordered_map<std::uint64_t, Clock::time_point> _deadlines;
    std::uint64_t _made{0};
};

} // namespace venomx::detail
