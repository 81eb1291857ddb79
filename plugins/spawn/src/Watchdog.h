// Keeps file systems that do not answer from taking all workers: at most `limit` launches with a working directory are on
// workers at once, others wait their turn here, and when none of those has moved for a while, the rest are refused at once.
// Launches without a working directory do not pass here. Control loop only.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
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
    [[nodiscard]] std::chrono::milliseconds untilStalled() const;
    void submit(std::shared_ptr<Launch> launch);
    void watch();
    void refuseWaiting();

    Loop* _loop;
    std::size_t _limit{12};
    std::chrono::milliseconds _patience{1000};
    std::map<const Launch*, Clock::time_point> _working;
    std::deque<std::shared_ptr<Launch>> _waiting;
    Clock::time_point _lastStart;
    EventLoop::TimerId _timer{EventLoop::TimerId::none};
};

} // namespace venomx::spawn
