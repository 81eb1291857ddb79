// Work that other threads hand to one event loop, and the descriptor that wakes it. Any thread; see each member.
// A poster makes a system call only when the loop sleeps or is about to, and only the first one does.
#pragma once

#include <venomx/sdk/event_loop.h>
#include <venomx/sdk/unique_fd.h>

#include <mutex>
#include <vector>

namespace venomx::detail
{

class Inbox
{
public:
    Inbox(); ///< throws std::system_error

    /// To be watched with EPOLLIN | EPOLLET: each wake-up is an edge, so that nobody need read it.
    [[nodiscard]] int fd() const { return _wake.get(); }

    void post(EventLoop::Task task);
    void stop();

    /// Loop: true when it may sleep; from then on until `awake` posters wake it.
    [[nodiscard]] bool mayBlock();
    void awake();

    [[nodiscard]] bool empty();
    /// Loop: nothing was posted, nor was it stopped.
    [[nodiscard]] bool idle();
    /// Loop: moves out what was posted so far.
    void take(std::vector<EventLoop::Task>& tasks);
    /// Loop: whether it was stopped since the last call.
    [[nodiscard]] bool takeStop();

private:
    void wake();

    UniqueFd _wake;
    std::mutex _mutex;
    std::vector<EventLoop::Task> _tasks;
    bool _stopped{false};
    bool _sleeping{false};
};

} // namespace venomx::detail
