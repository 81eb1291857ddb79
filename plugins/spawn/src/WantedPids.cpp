#include "WantedPids.h"

#include <algorithm>

namespace venomx::spawn
{

void WantedPids::starting(const pid_t& pid)
{
    const std::lock_guard guard{_mutex};
    _started.reserve(_started.size() + _starting.size() + 1);
    _starting.push_back(&pid);
}

void WantedPids::started(const pid_t& pid) noexcept
{
    const std::lock_guard guard{_mutex};
    std::erase(_starting, &pid);
    _started.push_back(pid);
}

void WantedPids::failed(const pid_t& pid) noexcept
{
    const std::lock_guard guard{_mutex};
    std::erase(_starting, &pid);
}

void WantedPids::reaped(pid_t pid) noexcept
{
    const std::lock_guard guard{_mutex};
    const auto found = std::ranges::find(_started, pid);
    if (found != _started.end()) _started.erase(found);
}

bool WantedPids::contains(pid_t pid) const
{
    const std::lock_guard guard{_mutex};
    // The kernel writes these numbers while the thread that reads them afterwards is suspended.
    const auto isIt = [pid](const pid_t* child) { return __atomic_load_n(child, __ATOMIC_ACQUIRE) == pid; };
    return std::ranges::find(_started, pid) != _started.end() || std::ranges::any_of(_starting, isIt);
}

} // namespace venomx::spawn
