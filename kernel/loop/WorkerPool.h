// The service Workers: two threads that stay, more as jobs wait, up to sixteen that do not hang; an extra one that found nothing
// to do for a while ends. Jobs start in the order submitted. A worker wipes its stack after each job.
// Owned by the daemon, destroyed last of the services. `submit` from any thread; `finish` and the destructor: the first
// thread, once the control loop has ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <venomx/sdk/log.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::kernel
{

class WorkerPool final : public Workers
{
public:
    struct Bounds
    {
        std::size_t resident{2};
        std::size_t most{16};
        std::chrono::milliseconds idle{3'000}; ///< after this an extra worker ends
        std::size_t standIns{256};             ///< at the most, for jobs that hang
    };

    explicit WorkerPool(Log& log) : WorkerPool(log, Bounds()) {}
    WorkerPool(Log& log, Bounds bounds);
    ~WorkerPool() override; ///< finish, without patience

    /// `told` is called with each job that is handed in, by whoever hands it in. Set once, before the first.
    void onSubmit(std::function<void()> told) { _onSubmit = std::move(told); }

    void submit(std::function<void()> job) override;
    [[nodiscard]] std::shared_ptr<void> standIn() override;

    /// Drops what waits and waits for what runs. False: a job is stuck in the system (a dead mount) past `patience`; its
    /// thread is left behind, and the process must end without running destructors of static objects.
    [[nodiscard]] bool finish(std::chrono::milliseconds patience);

    [[nodiscard]] std::size_t threads() const;

private:
    void hand(std::function<void()> job);
    void addThread(); ///< under the lock; throws std::system_error

    std::function<void()> _onSubmit;
    struct State;
    // Shared with the threads, so that one left behind finds it intact.
    std::shared_ptr<State> _state;
};

} // namespace venomx::kernel
