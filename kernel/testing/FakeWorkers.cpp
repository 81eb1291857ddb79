#include <venomx/sdk/testing/fake_workers.h>

#include <exception>
#include <utility>
#include <venomx/sdk/secret.h>

namespace venomx::testing
{

FakeWorkers::~FakeWorkers()
{
    std::deque<std::function<void()>> dropped;
    {
        const std::lock_guard guard{_mutex};
        _ending = true;
        dropped.swap(_jobs);
    }
    _changed.notify_all();
    for (std::thread& thread : _threads) thread.join();
}

void FakeWorkers::submit(std::function<void()> job)
{
    const std::lock_guard guard{_mutex};
    if (_ending) return;
    _jobs.push_back(std::move(job));
    if (_running + _jobs.size() > _threads.size() && _threads.size() < _most + *_standIns) _threads.emplace_back([this] { work(); });
    _changed.notify_one();
}

std::shared_ptr<void> FakeWorkers::standIn()
{
    ++*_standIns;
    return {_standIns.get(), [counter = _standIns](void*) { --*counter; }};
}

void FakeWorkers::hold(bool held)
{
    const std::lock_guard guard{_mutex};
    _held = held;
    _changed.notify_all();
}

void FakeWorkers::drain()
{
    std::unique_lock lock{_mutex};
    _held = false;
    _changed.notify_all();
    _idle.wait(lock, [this] { return _jobs.empty() && _running == 0; });
}

std::size_t FakeWorkers::busy() const
{
    const std::lock_guard guard{_mutex};
    return _running + _jobs.size();
}

void FakeWorkers::work()
{
    std::unique_lock lock{_mutex};
    while (true)
    {
        _changed.wait(lock, [this] { return _ending || (!_jobs.empty() && !_held); });
        if (_ending) return;
        std::function<void()> job = std::move(_jobs.front());
        _jobs.pop_front();
        ++_running;
        lock.unlock();
        // A job that throws ends the test program: none of ours may.
        job();
        job = nullptr;
        wipeStack();
        lock.lock();
        --_running;
        _idle.notify_all();
    }
}

} // namespace venomx::testing
