// Threads for what may block: paths, process starts. A few stay, more come as needed up to a bound; past it jobs queue.
// Provided by the kernel. Any thread may submit.
#pragma once

#include <functional>
#include <memory>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

class Workers : public Service
{
public:
    static constexpr ServiceName kService{"workers", 1};
    ~Workers() override;

    /// Runs `job` on a worker thread, several at once and in no order that can be relied on. Its exceptions are logged and go no
    /// further. When the job ends, the worker wipes the stack that it used. Jobs submitted once the daemon ends are dropped. A plugin
    /// sees to it that none of its jobs uses it after its stop. Throws std::system_error when there is no thread and none can be made.
    virtual void submit(std::function<void()> job) = 0;

    /// One of the running jobs is known to hang in the system (a dead mount), and is not waited for any more: as long as what
    /// this returns lives, another thread may take its place. Never null, but there is an end to it.
    [[nodiscard]] virtual std::shared_ptr<void> standIn() = 0;
};

} // namespace v1
} // namespace venomx
