#include "LongCaptures.h"

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
    if (_shut) return call.refuse(errors::shutdown());
    const auto job = std::make_shared<Job>(Job{.call = std::move(call), .work = std::move(work)});
    const auto told = [weak = weak_from_this(), waiting = std::weak_ptr{job}](void (LongCaptures::*what)(Job&))
    {
        const auto self = weak.lock();
        const auto held = waiting.lock();
        if (self && held) (self.get()->*what)(*held);
    };
    job->at = _asking.insert(_asking.end(), job);
    job->in = &_asking;
    try
    {
        job->call.onCancel([told] { told(&LongCaptures::cancelled); });
        if (job->in != nullptr) job->call.whenRoom([told] { told(&LongCaptures::mayBegin); });
    }
    catch (...)
    {
        // Nobody would ever begin it.
        if (job->in != nullptr) static_cast<void>(take(*job));
        throw;
    }
}

void LongCaptures::shut()
{
    _shut = true;
    for (Jobs* jobs : {&_asking, &_waiting})
        while (!jobs->empty()) take(*jobs->front())->call.refuse(errors::shutdown());
}

void LongCaptures::mayBegin(Job& job)
{
    // Each that is refused makes room for another.
    if (_shut) return take(job)->call.refuse(errors::shutdown());
    _waiting.splice(_waiting.end(), _asking, job.at);
    job.in = &_waiting;
    next();
}

void LongCaptures::next()
{
    while (_running < kAtOnce && !_waiting.empty()) start(take(*_waiting.front()));
}

/// One that cannot be started says so itself: this may be another's turn.
void LongCaptures::start(const JobPtr& job)
{
    job->call.guard([&] { submit(job); });
}

void LongCaptures::submit(const JobPtr& job)
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
void LongCaptures::cancelled(Job& job)
{
    if (job.in != nullptr) take(job)->call.refuse(errors::cancelled());
}

LongCaptures::JobPtr LongCaptures::take(Job& job)
{
    JobPtr taken = std::move(*job.at);
    job.in->erase(job.at);
    job.in = nullptr;
    return taken;
}

} // namespace venomx::pane
