#include "LongCaptures.h"

#include <algorithm>
#include <utility>
#include <venomx/sdk/errors.h>

namespace venomx::pane
{

namespace
{

constexpr std::size_t kAtOnce = 2;

} // namespace

void LongCaptures::add(Call call, Work work)
{
    const auto job = std::make_shared<Job>(Job{std::move(call), std::move(work)});
    job->call.onCancel(
        [weak = weak_from_this(), waiting = job.get()]
        {
            if (const auto self = weak.lock()) self->cancelled(waiting);
        });
    _waiting.push_back(job);
    next();
}

void LongCaptures::shut()
{
    for (const JobPtr& job : std::exchange(_waiting, {})) job->call.refuse(errors::shutdown());
}

void LongCaptures::next()
{
    while (_running < kAtOnce && !_waiting.empty())
    {
        const JobPtr job = std::move(_waiting.front());
        _waiting.pop_front();
        start(job);
    }
}

void LongCaptures::start(const JobPtr& job)
{
    _around->workers.submit(
        [self = shared_from_this(), job = JobPtr{job}]() mutable
        {
            job->call.guard([&] { job->call.answer(job->work()); });
            job.reset(); // what it copied goes before others begin
            Loop& loop = self->_around->loop;
            loop.post(
                [self = std::move(self)]
                {
                    --self->_running;
                    self->next();
                });
        });
    ++_running;
}

/// One that runs already goes on: it ends soon.
void LongCaptures::cancelled(const Job* job)
{
    const auto found = std::ranges::find(_waiting, job, &JobPtr::get);
    if (found == _waiting.end()) return;
    const JobPtr gone = std::move(*found);
    _waiting.erase(found);
    gone->call.refuse(errors::cancelled());
}

} // namespace venomx::pane
