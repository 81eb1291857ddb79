// The control loop as plugins see it: the one thread on which verbs, commits and events happen. Provided by the kernel.
// What is given to it must not block, and may run until it is taken back: in `stop` a plugin unwatches and cancels all that refers to
// it. An exception that leaves a callback is logged and goes no further.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <venomx/sdk/event_loop.h>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

class Loop : public Service
{
public:
    static constexpr ServiceName kService{"loop", 1};
    ~Loop() override;

    /// Any thread: runs `task` on the control loop. Dropped when the daemon has ended.
    virtual void post(std::function<void()> task) = 0;
    // The rest: control loop only; the same promises as EventLoop's.
    /// Throws std::system_error when the system refuses. The descriptor stays the caller's; unwatch it before it is closed.
    virtual void watch(int fd, std::uint32_t epollEvents, EventLoop::Ready ready) = 0;
    virtual void unwatch(int fd) = 0;
    virtual EventLoop::TimerId after(std::chrono::milliseconds delay, std::function<void()> task) = 0;
    virtual void cancel(EventLoop::TimerId timer) = 0;
};

} // namespace v1
} // namespace venomx
