#include "kernel/loop/WorkerPool.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <venomx/sdk/secret.h>

namespace venomx::kernel
{

struct WorkerPool::State
{
    State(Log& useLog, Bounds useBounds) : log(&useLog), bounds(useBounds) {}

    std::mutex mutex;
    std::condition_variable work;
    std::condition_variable ended;
    std::deque<std::function<void()>> jobs;
    std::size_t threads{0};
    std::size_t idle{0};
    std::size_t standIns{0};
    bool finishing{false};
    Log* log; ///< nullptr once the pool has gone
    Bounds bounds;

    [[nodiscard]] bool wantsThread() const { return idle < jobs.size() && threads < bounds.most + std::min(standIns, bounds.standIns); }

    [[nodiscard]] std::function<void()> next(std::unique_lock<std::mutex>& lock)
    {
        const auto ready = [this] { return finishing || !jobs.empty(); };
        ++idle;
        while (!ready())
        {
            if (threads <= bounds.resident)
                work.wait(lock);
            else if (!work.wait_for(lock, bounds.idle, ready) && threads > bounds.resident)
                break;
        }
        --idle;
        if (finishing || jobs.empty()) return nullptr;
        std::function<void()> job = std::move(jobs.front());
        jobs.pop_front();
        return job;
    }

    __attribute__((noinline)) void runJob(std::function<void()> job)
    {
        try
        {
            job();
        }
        catch (...)
        {
            const std::lock_guard guard{mutex};
            if (log != nullptr) log->error("a worker's job ended with an exception");
        }
    }

    void run()
    {
        std::unique_lock lock{mutex};
        while (std::function<void()> job = next(lock))
        {
            lock.unlock();
            runJob(std::move(job));
            wipeStack();
            lock.lock();
        }
        --threads;
        ended.notify_all();
    }
};

WorkerPool::WorkerPool(Log& log, Bounds bounds) : _state(std::make_shared<State>(log, bounds)) {}

WorkerPool::~WorkerPool()
{
    static_cast<void>(finish(std::chrono::milliseconds{0}));
    const std::lock_guard guard{_state->mutex};
    _state->log = nullptr;
}

void WorkerPool::submit(std::function<void()> job)
{
    hand(std::move(job));
    if (_onSubmit) _onSubmit();
}

void WorkerPool::hand(std::function<void()> job)
{
    std::unique_lock lock{_state->mutex};
    if (_state->finishing) return;
    _state->jobs.push_back(std::move(job));
    if (!_state->wantsThread())
    {
        lock.unlock();
        _state->work.notify_one();
        return;
    }
    try
    {
        addThread();
    }
    catch (const std::system_error&)
    {
        // With a worker at all the job waits for it; with none nobody would ever run it.
        if (_state->threads == 0)
        {
            _state->jobs.pop_back();
            throw;
        }
    }
}

void WorkerPool::addThread()
{
    ++_state->threads;
    try
    {
        std::thread{[state = _state] { state->run(); }}.detach();
    }
    catch (const std::system_error&)
    {
        --_state->threads;
        throw;
    }
}

std::shared_ptr<void> WorkerPool::standIn()
{
    const std::lock_guard guard{_state->mutex};
    ++_state->standIns;
    try
    {
        if (_state->wantsThread()) addThread();
    }
    catch (const std::system_error&) // The next job tries again.
    {
    }
    return {_state.get(), [state = _state](void*)
            {
                const std::lock_guard mine{state->mutex};
                --state->standIns;
            }};
}

bool WorkerPool::finish(std::chrono::milliseconds patience)
{
    std::deque<std::function<void()>> dropped;
    std::unique_lock lock{_state->mutex};
    _state->finishing = true;
    dropped.swap(_state->jobs);
    _state->work.notify_all();
    const bool all = _state->ended.wait_for(lock, patience, [this] { return _state->threads == 0; });
    lock.unlock();
    return all;
}

std::size_t WorkerPool::threads() const
{
    const std::lock_guard guard{_state->mutex};
    return _state->threads;
}

} // namespace venomx::kernel
