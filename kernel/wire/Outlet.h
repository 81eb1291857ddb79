// What waits to be sent on one connection, and its sending: as much as the socket takes at each flush, wiped as it goes.
// A reader that takes nothing for limits.stall_ms while something waits is given up. One connection's; control loop only.
#pragma once

#include <chrono>
#include <functional>
#include <utility>
#include <vector>
#include <venomx/sdk/wiped_queue.h>

#include "kernel/loop/ControlLoop.h"
#include "kernel/wire/WireLimits.h"

namespace venomx::kernel
{

class Outlet
{
public:
    /// `socket` stays the connection's. `stalled` is called once the reader is given up.
    Outlet(int socket, ControlLoop& loop, const WireLimits& limits, std::function<void()> stalled);
    ~Outlet();
    Outlet(const Outlet&) = delete;
    Outlet& operator=(const Outlet&) = delete;

    [[nodiscard]] WipedQueue& queue() { return _queue; }
    [[nodiscard]] bool empty() const { return _queue.empty(); }
    /// Past the bound: nothing more is read from the connection.
    [[nodiscard]] bool over() const { return _queue.size() > _limits.output; }

    enum class Flushed : std::uint8_t
    {
        all,
        blocked, ///< the socket is full
        gone     ///< nobody is at the other end any more
    };
    [[nodiscard]] Flushed flush();

    /// Is there room for a stream's next frame?
    [[nodiscard]] bool writable() const { return _queue.size() < _limits.streamRoom(); }
    void whenWritable(std::uint64_t id, std::function<void()> ready);
    void forget(std::uint64_t id);
    /// Calls those who wait for room, if there is some again.
    void offerRoom();
    /// Wipes all that waits and lets go of those who wait for room.
    void clear();

private:
    void watchStall();
    void checkStall();

    int _socket;
    ControlLoop& _loop;
    const WireLimits& _limits;
    std::function<void()> _stalled;
    WipedQueue _queue;
    std::vector<std::pair<std::uint64_t, std::function<void()>>> _writers;
    std::chrono::steady_clock::time_point _progress;
    EventLoop::TimerId _stallTimer{EventLoop::TimerId::none};
};

} // namespace venomx::kernel
