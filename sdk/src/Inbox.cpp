#include "Inbox.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace venomx::detail
{

Inbox::Inbox() : _wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (!_wake) throw std::system_error{errno, std::system_category(), "eventfd"};
}

void Inbox::post(EventLoop::Task task)
{
    bool wakes = false;
    {
        const std::lock_guard guard{_mutex};
        _tasks.push_back(std::move(task));
        wakes = std::exchange(_sleeping, false);
    }
    if (wakes) wake();
}

void Inbox::stop()
{
    bool wakes = false;
    {
        const std::lock_guard guard{_mutex};
        _stopped = true;
        wakes = std::exchange(_sleeping, false);
    }
    if (wakes) wake();
}

void Inbox::wake()
{
    // The counter cannot reach its limit in the life of a machine, so the write cannot fail.
    const std::uint64_t one = 1;
    static_cast<void>(!::write(_wake.get(), &one, sizeof one));
}

bool Inbox::mayBlock()
{
    const std::lock_guard guard{_mutex};
    _sleeping = _tasks.empty() && !_stopped;
    return _sleeping;
}

void Inbox::awake()
{
    const std::lock_guard guard{_mutex};
    _sleeping = false;
}

bool Inbox::idle()
{
    const std::lock_guard guard{_mutex};
    return _tasks.empty() && !_stopped;
}

bool Inbox::empty()
{
    const std::lock_guard guard{_mutex};
    return _tasks.empty();
}

void Inbox::take(std::vector<EventLoop::Task>& tasks)
{
    const std::lock_guard guard{_mutex};
    tasks.swap(_tasks);
}

bool Inbox::takeStop()
{
    const std::lock_guard guard{_mutex};
    return std::exchange(_stopped, false);
}

} // namespace venomx::detail
