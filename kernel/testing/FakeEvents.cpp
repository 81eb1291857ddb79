#include <venomx/sdk/testing/fake_events.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace venomx::testing
{

std::uint64_t FakeEvents::publish(Literal kind, EventScope scope, Result data)
{
    if (onPublish) onPublish(kind.view(), scope);
    const std::lock_guard guard{_mutex};
    _events.push_back(std::string{kind.view()} + ' ' + std::move(data).take());
    _changed.notify_all();
    return ++_seq;
}

std::vector<std::string> FakeEvents::all() const
{
    const std::lock_guard guard{_mutex};
    return _events;
}

std::vector<std::string> FakeEvents::ofKind(std::string_view kind) const
{
    std::vector<std::string> found = all();
    std::erase_if(found, [&](const std::string& event) { return !event.starts_with(std::string{kind} + ' '); });
    return found;
}

bool FakeEvents::await(std::string_view prefix, std::size_t count) const
{
    std::unique_lock guard{_mutex};
    return _changed.wait_for(guard, std::chrono::seconds{20}, [&] { return countLocked(prefix) >= count; });
}

std::size_t FakeEvents::count(std::string_view prefix) const
{
    const std::lock_guard guard{_mutex};
    return countLocked(prefix);
}

std::size_t FakeEvents::countLocked(std::string_view prefix) const
{
    return static_cast<std::size_t>(std::ranges::count_if(_events, [&](const std::string& event) { return event.starts_with(prefix); }));
}

std::vector<std::string> FakeEvents::take()
{
    const std::lock_guard guard{_mutex};
    return std::exchange(_events, {});
}

} // namespace venomx::testing
