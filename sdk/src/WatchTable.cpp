#include "WatchTable.h"

#include "Expect.h"

#include <cerrno>
#include <sys/epoll.h>
#include <system_error>

namespace venomx::detail
{

void WatchTable::control(int operation, int fd, std::uint32_t events, std::uint32_t generation)
{
    epoll_event event{};
    event.events = events;
    event.data.u64 = std::uint64_t{generation} << 32 | static_cast<std::uint32_t>(fd);
    if (::epoll_ctl(_epoll, operation, fd, &event) != 0) throw std::system_error{errno, std::system_category(), "epoll_ctl"};
}

WatchTable::Watch* WatchTable::at(int fd)
{
    const auto index = static_cast<std::size_t>(fd);
    return fd >= 0 && index < _watches.size() ? _watches[index].get() : nullptr;
}

void WatchTable::add(int fd, std::uint32_t events, EventLoop::Ready ready)
{
    expect(fd >= 0 && ready != nullptr);
    const auto index = static_cast<std::size_t>(fd);
    if (index >= _watches.size()) _watches.resize(index + 1);
    // Zero is what `WakeUp` events carry.
    if (++_made == 0) ++_made;
    auto watch = std::make_unique<Watch>(Watch{_made, events, std::move(ready)});
    // Taking out what is watched must not fail for want of memory.
    if (_gone.capacity() < _gone.size() + _count + 1) _gone.reserve(2 * (_gone.size() + _count + 1));
    control(EPOLL_CTL_ADD, fd, events, watch->generation);
    if (_watches[index])
        _gone.push_back(std::move(_watches[index]));
    else
        ++_count;
    _watches[index] = std::move(watch);
}

void WatchTable::change(int fd, std::uint32_t events)
{
    Watch* watch = at(fd);
    if (watch == nullptr) throw std::system_error{ENOENT, std::system_category(), "epoll_ctl"};
    // Writing the same again arms a one-shot or edge-triggered watch anew; for all others it would be a call for nothing.
    if (watch->events == events && (events & (EPOLLET | EPOLLONESHOT)) == 0) return;
    control(EPOLL_CTL_MOD, fd, events, watch->generation);
    watch->events = events;
}

void WatchTable::remove(int fd)
{
    if (at(fd) == nullptr) return;
    auto& slot = _watches[static_cast<std::size_t>(fd)];
    _gone.push_back(std::move(slot));
    --_count;
    // Fails when the descriptor was closed too early; then the kernel has taken it out already.
    ::epoll_ctl(_epoll, EPOLL_CTL_DEL, fd, nullptr);
}

WatchTable::Watch* WatchTable::find(std::uint64_t eventData)
{
    Watch* watch = at(static_cast<int>(eventData & 0xffffffffU));
    return watch != nullptr && watch->generation == eventData >> 32 ? watch : nullptr;
}

void WatchTable::bury()
{
    // What goes here may own watches of its own.
    while (!_gone.empty())
    {
        const auto going = std::move(_gone);
        _gone.clear();
    }
}

void WatchTable::clear()
{
    for (std::size_t fd = 0; fd < _watches.size(); ++fd) remove(static_cast<int>(fd));
    bury();
}

} // namespace venomx::detail
