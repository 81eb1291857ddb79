// The control loop: the daemon's one thread for requests, commits and events, and the service Loop.
// Owned by the daemon; made, run and destroyed on its first thread. `post` and `stop` from any thread, the rest on the loop.
// A turn that did something ends in a fixed order: events are handed to their readers, then output is flushed, once a
// connection, then work is handed to other threads, whose waking takes its time, then the stack that the turn used is wiped, so that
// nothing of a request stays on it while the loop sleeps.
#pragma once

#include <array>
#include <exception>
#include <functional>
#include <initializer_list>
#include <venomx/sdk/log.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::kernel
{

enum class TurnStage : std::uint8_t
{
    events,
    flush,
    handOver ///< to threads that nobody waits for
};

class ControlLoop final : public Loop
{
public:
    explicit ControlLoop(Log& log);
    ~ControlLoop() override;

    void post(std::function<void()> task) override;
    void watch(int fd, std::uint32_t epollEvents, EventLoop::Ready ready) override;
    void change(int fd, std::uint32_t epollEvents);
    void unwatch(int fd) override;
    EventLoop::TimerId after(std::chrono::milliseconds delay, std::function<void()> task) override;
    void cancel(EventLoop::TimerId timer) override;

    /// What stage does, set once; it runs at the end of each turn in which `needTurnEnd` was called.
    void onTurnEnd(TurnStage stage, std::function<void()> work);
    void needTurnEnd();

    /// `handle(signal)` for each of these signals from now on.
    void onSignals(std::initializer_list<int> signals, std::function<void(int)> handle);

    /// Called when workers were given something to do, which most often takes them less than waking up takes a thread: if it
    /// was from here, the loop stays awake for a moment. Any thread.
    void awaitWorkers();

    void run();
    void stop();
    [[nodiscard]] bool onThread() const { return _loop.onThread(); }
    [[nodiscard]] std::chrono::microseconds takeWorstTurn() { return _loop.takeWorstTurn(); }

private:
    void endTurn();
    [[nodiscard]] std::exception_ptr runStages();
    void takeSignals();

    EventLoop _loop;
    std::array<std::function<void()>, 3> _stages;
    std::function<void(int)> _handleSignal;
    UniqueFd _signals;
    bool _turnEndNeeded{false};
};

} // namespace venomx::kernel
