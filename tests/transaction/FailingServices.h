// The control loop, the clock and the workers with switches: a watch, a job or memory can be refused, as a system without resources would.
// Switches are set on the test's thread before what they are for; everything else goes through to the real thing.
#pragma once

#include <atomic>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::tests
{

class FailingLoop : public Loop
{
public:
    explicit FailingLoop(Loop& real) : _real(real) {}

    /// The next `count` descriptors will not be watched.
    void refuseWatches(int count) { _refusals = count; }

    void post(std::function<void()> task) override { _real.post(std::move(task)); }
    void watch(int fd, std::uint32_t epollEvents, EventLoop::Ready ready) override
    {
        if (_refusals > 0 && _refusals-- > 0) throw std::system_error{ENOSPC, std::system_category(), "epoll_ctl"};
        _real.watch(fd, epollEvents, std::move(ready));
    }
    void unwatch(int fd) override { _real.unwatch(fd); }
    EventLoop::TimerId after(std::chrono::milliseconds delay, std::function<void()> task) override
    {
        return _real.after(delay, std::move(task));
    }
    void cancel(EventLoop::TimerId timer) override { _real.cancel(timer); }

private:
    Loop& _real;
    std::atomic<int> _refusals{0};
};

/// Stands for whatever in a plugin asks for memory when it makes a thing that has a time.
class FailingClock : public Clock
{
public:
    explicit FailingClock(const Clock& real) : _real(real) {}

    /// Who next asks for the time of day gets std::bad_alloc.
    void refuseOnce() { _refusing = true; }

    [[nodiscard]] std::chrono::steady_clock::time_point steady() const override { return _real.steady(); }
    [[nodiscard]] std::chrono::system_clock::time_point system() const override
    {
        if (_refusing.exchange(false)) throw std::bad_alloc{};
        return _real.system();
    }

private:
    const Clock& _real;
    mutable std::atomic<bool> _refusing{false};
};

class FailingWorkers : public Workers
{
public:
    explicit FailingWorkers(Workers& real) : _real(real) {}

    void refuse(bool on) { _refusing = on; }
    void submit(std::function<void()> job) override
    {
        if (_refusing) throw std::system_error{EAGAIN, std::system_category(), "thread"};
        _real.submit(std::move(job));
    }

    [[nodiscard]] std::shared_ptr<void> standIn() override { return _real.standIn(); }

private:
    Workers& _real;
    std::atomic<bool> _refusing{false};
};

} // namespace venomx::tests
