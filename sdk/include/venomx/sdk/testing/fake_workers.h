// Worker threads for tests: made as jobs come, up to a bound, past which jobs queue. Each job ends with its stack wiped.
// Destroyed by the test, it finishes the jobs that run and drops the others. Any thread, but for `drain`: none that runs a job.
// A job that throws ends the test program.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
#include <venomx/sdk/services/workers.h>

namespace venomx::testing
{

class FakeWorkers : public Workers
{
public:
    /// `most` jobs run at once, and one more for each stand-in.
    explicit FakeWorkers(std::size_t most = 16) : _most(most) {}
    ~FakeWorkers() override;

    void submit(std::function<void()> job) override;
    [[nodiscard]] std::shared_ptr<void> standIn() override;
    /// From now on jobs wait, until this is called with false: for tests of what happens meanwhile.
    void hold(bool held);
    /// Waits, however long, until no job runs or waits (held ones are let go, for good).
    void drain();
    /// Jobs that run or wait.
    [[nodiscard]] std::size_t busy() const;

private:
    void work();

    const std::size_t _most;
    std::shared_ptr<std::atomic<std::size_t>> _standIns{std::make_shared<std::atomic<std::size_t>>(0)}; ///< tokens may outlive this
    mutable std::mutex _mutex;
    std::condition_variable _changed;
    std::condition_variable _idle;
    std::deque<std::function<void()>> _jobs;
    std::vector<std::thread> _threads;
    std::size_t _running{0};
    bool _ending{false};
    bool _held{false};
};

} // namespace venomx::testing
