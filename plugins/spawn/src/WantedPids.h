// Which children's exit statuses somebody still wants: those of starts under way, and those of started processes until their
// owner says that it has taken them. Whoever reaps "any child" asks here first. Any thread.
#pragma once

#include <mutex>
#include <sys/types.h>
#include <vector>

namespace venomx::spawn
{

class WantedPids
{
public:
    /// A start is about to clone; `pid` is where the kernel will store its child's number. Throws std::bad_alloc; nothing that
    /// follows does.
    void starting(const pid_t& pid);
    /// The start is over: its status stays wanted, or has been taken.
    void started(const pid_t& pid) noexcept;
    void failed(const pid_t& pid) noexcept;
    /// A started process's status has been taken.
    void reaped(pid_t pid) noexcept;

    [[nodiscard]] bool contains(pid_t pid) const;

private:
    mutable std::mutex _mutex;
    std::vector<const pid_t*> _starting;
    // May hold a number twice: it can come back, for a new child, before the old one's owner has said that it took the status.
    std::vector<pid_t> _started;
};

} // namespace venomx::spawn
