#include "TimerQueue.h"

namespace venomx::detail
{

EventLoop::TimerId TimerQueue::add(Clock::time_point deadline, EventLoop::Task task)
{
    const std::uint64_t number = ++_made;
    const auto [known, added] = _deadlines.emplace(number, deadline);
    static_cast<void>(added);
    try
    {
        _tasks.emplace(Key{deadline, number}, std::move(task));
    }
    catch (...)
    {
        _deadlines.erase(known);
        throw;
    }
    return TimerId{number};
}

EventLoop::Task TimerQueue::remove(TimerId timer)
{
    const auto known = _deadlines.find(static_cast<std::uint64_t>(timer));
    if (known == _deadlines.end()) return {};
    auto node = _tasks.extract(Key{known->second, known->first});
    _deadlines.erase(known);
    return std::move(node.mapped());
}

std::optional<EventLoop::Clock::time_point> TimerQueue::next() const
{
    if (_tasks.empty()) return std::nullopt;
    return _tasks.begin()->first.first;
}

EventLoop::Task TimerQueue::takeDue(Clock::time_point now, std::uint64_t mark)
{
    // Timers of one deadline are in order of making, so one past the mark hides no older one of that deadline; an older
    // one with a later deadline waits for the next turn at most.
    const auto first = _tasks.begin();
    if (first == _tasks.end() || first->first.first > now || first->first.second >= mark) return {};
    EventLoop::Task task = std::move(first->second);
    _deadlines.erase(first->first.second);
    _tasks.erase(first);
    return task;
}

} // namespace venomx::detail
