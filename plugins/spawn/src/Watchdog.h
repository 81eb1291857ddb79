// Keeps file systems that do not answer from taking all workers: at most `limit` launches with a working directory are on
// workers at once, others wait their turn here. One that has been in its directory's file system for a while counts as stuck;
// when they all are, those that wait, and those that come, are refused.
// Launches without a working directory do not pass here. Control loop only.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <set>
#include <venomx/sdk/services/loop.h>

namespace venomx::spawn
{

class Launch;

class Watchdog
{
public:
    using Clock = std::chrono::steady_clock;

    explicit Watchdog(Loop& loop) : _loop(&loop) {}
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    void configure(std::size_t limit, std::chrono::milliseconds patience);

    /// Submits the launch to a worker, now or later, or refuses it.
    void admit(std::shared_ptr<Launch> launch);
    /// A launch that was submitted has come back from its worker.
    void left(const Launch& launch);
    /// Plugin stop: forgets the launches that wait here.
    void close();

private:
    [[nodiscard]] bool full() const { return _working.size() >= _limit; }
    /// How long until all places may be held by stuck launches; 0: they are.
    [[nodiscard]] std::chrono::milliseconds untilStalled() const;
    void submit(std::shared_ptr<Launch> launch);
    void watch();
    void refuseWaiting();

    Loop* _loop;
    std::size_t _limit{12};
    std::chrono::milliseconds _patience{250};
    std::set<const Launch*> _working;
    std::deque<std::shared_ptr<Launch>> _waiting;
    EventLoop::TimerId _timer{EventLoop::TimerId::none};
};

} // namespace venomx::spawn
