// One epoll loop on one thread: descriptors, timers on CLOCK_MONOTONIC, and work posted from other threads.
// The daemon's control loop and the PTY threads are each one of these. All members are for the loop's own thread, except
// `post`, `stop` and `onThread`, which any thread may call. A callback may add and remove watches and timers, its own too.
// An idle loop makes no system calls: timers are deadlines given to epoll, not ticks. An exception that leaves a callback
// goes to the handler given to `onEscape`; without one the process ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>

namespace venomx
{
inline namespace v1
{

class EventLoop
{
public:
    using Clock = std::chrono::steady_clock;
    using Ready = std::function<void(std::uint32_t epollEvents)>;
    using Task = std::function<void()>;
    enum class TimerId : std::uint64_t
    {
        none = 0
    };

    EventLoop(); ///< throws std::system_error when the system has no descriptors left
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    /// Level-triggered unless EPOLLET is among `events`. The descriptor stays the caller's; unwatch before it is closed. Throws
    /// std::system_error with the system's word: EEXIST, EBADF, EPERM for what cannot be waited for; `change` ENOENT. Of what is not
    /// watched `unwatch` does nothing.
    void watch(int fd, std::uint32_t events, Ready ready);
    void change(int fd, std::uint32_t events);
    void unwatch(int fd);

    /// Calls once, never early. Timers with the same deadline run in the order they were made.
    TimerId after(std::chrono::milliseconds delay, Task task);
    void cancel(TimerId timer); ///< of a timer that ran or was cancelled: nothing

    /// Any thread. Tasks run in the order posted; those posted while they run wait for the next turn. After the loop has
    /// ended they are dropped (destroyed) when the loop is.
    void post(Task task);
    /// Runs at the end of the present turn, before the loop sleeps (one flush a turn); what such a task asks for, a turn later.
    void atTurnEnd(Task task);

    /// From the end of the present turn on, and for `time` at the most, the loop looks again and again instead of sleeping, until
    /// there is something to do: for what is known to come in a moment, and sooner than a thread wakes up on an idle processor.
    /// Whoever else wants this processor has it in between.
    void stayAwake(std::chrono::microseconds time);

    void run();
    void stop(); ///< any thread; the loop ends after the present turn, or after one turn if it comes before `run`
    [[nodiscard]] bool onThread() const;
    void onEscape(std::function<void(std::exception_ptr)> handler);
    /// Longest time between a turn's start and its end since the last call, for health.
    [[nodiscard]] std::chrono::microseconds takeWorstTurn();

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace v1
} // namespace venomx
