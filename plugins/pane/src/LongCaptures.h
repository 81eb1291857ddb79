// Captures of much: on workers, few at a time, so that those of one client leave workers for what others start and close, and
// begun only when their client has room for them. What is cancelled while it waits, also by its connection's end, is never begun.
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

    /// Answers the call with what `work` gives, in turn.
    void add(Call call, Work work);
    void shut(); ///< refuses what waits, and what comes

private:
    struct Job;
    using JobPtr = std::shared_ptr<Job>;
    using Jobs = std::list<JobPtr>;
    struct Job
    {
        Call call;
        Work work;
        Jobs* in{nullptr}; ///< nullptr: it runs
        Jobs::iterator at{};
    };

    void mayBegin(Job& job);
    void next();
    void start(const JobPtr& job);
    void submit(const JobPtr& job);
    void cancelled(Job& job);
    [[nodiscard]] static JobPtr take(Job& job);

    std::shared_ptr<const Surroundings> _around;
    Jobs _asking;  ///< their clients have no room yet
    Jobs _waiting; ///< for a worker
    std::size_t _running{0};
    bool _shut{false};
};

} // namespace venomx::pane
