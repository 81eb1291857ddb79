// A control loop for tests: a real EventLoop on a thread of its own, offered as the service that plugins use.
// Made and destroyed by the test; `run`, `settle`, `post` and `escaped` may be called on any thread, the rest on the loop's.
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>
#include <venomx/sdk/services/loop.h>

namespace venomx::testing
{

class LoopThread : public Loop
{
public:
    LoopThread();
    ~LoopThread() override; ///< ends the loop and joins its thread

    void post(std::function<void()> task) override { _loop.post(std::move(task)); }
    void watch(int fd, std::uint32_t epollEvents, EventLoop::Ready ready) override { _loop.watch(fd, epollEvents, std::move(ready)); }
    void unwatch(int fd) override { _loop.unwatch(fd); }
    EventLoop::TimerId after(std::chrono::milliseconds delay, std::function<void()> task) override
    {
        return _loop.after(delay, std::move(task));
    }
    void cancel(EventLoop::TimerId timer) override { _loop.cancel(timer); }

    [[nodiscard]] EventLoop& loop() { return _loop; }

    /// Runs `work` on the loop (at once when called there), waits for it, however long, and gives back what it returned or threw.
    template <class Work>
    auto run(Work&& work) -> std::invoke_result_t<Work>
    {
        if (_loop.onThread()) return work();
        std::packaged_task<std::invoke_result_t<Work>()> task{std::forward<Work>(work)};
        auto result = task.get_future();
        _loop.post([&task] { task(); });
        return result.get();
    }
    /// Waits until what is posted by now has run; of no use on the loop itself.
    void settle();
    /// What left callbacks as exceptions, oldest first.
    [[nodiscard]] std::vector<std::exception_ptr> escaped() const;

private:
    mutable std::mutex _mutex;
    std::vector<std::exception_ptr> _escaped;
    EventLoop _loop;
    std::thread _thread;
};

} // namespace venomx::testing
