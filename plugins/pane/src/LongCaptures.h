// Captures of many lines: on workers, few at a time, so that those of one client leave workers for what others start and close.
// What is cancelled while it waits, also by its connection's end, is never begun.
// Owned by the pane table, shared with its running jobs; control loop only.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <venomx/sdk/call.h>

#include "Surroundings.h"

namespace venomx::pane
{

class LongCaptures : public std::enable_shared_from_this<LongCaptures>
{
public:
    using Work = std::function<Result()>; ///< on a worker

    explicit LongCaptures(std::shared_ptr<const Surroundings> around) : _around(std::move(around)) {}

    /// Answers the call with what `work` gives, in turn. Throws like Workers::submit.
    void add(Call call, Work work);
    void shut(); ///< refuses what waits

private:
    struct Job
    {
        Call call;
        Work work;
    };
    using JobPtr = std::shared_ptr<Job>;

    void next();
    void start(const JobPtr& job);
    void cancelled(const Job* job);

    std::shared_ptr<const Surroundings> _around;
    std::list<JobPtr> _waiting;
    std::size_t _running{0};
};

} // namespace venomx::pane
