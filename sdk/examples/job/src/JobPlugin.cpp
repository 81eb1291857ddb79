#include "JobPlugin.h"

#include <venomx/sdk/errors.h>

#include "run.h"

namespace job
{

using namespace venomx;

std::vector<Verb> JobPlugin::verbs()
{
    return {{.spec = &runSpec(), .run = [this](Call& call) { run(call); }}};
}

void JobPlugin::health(Health& health)
{
    health.gauge({.name = "job.running", .read = [this](std::size_t) { return std::uint64_t{_jobs.size()}; }});
}

void JobPlugin::start(PluginContext& context)
{
    Services& services = context.services;
    _parts.emplace(Job::Parts{.loop = services.require<Loop>(),
                              .spawner = services.require<Spawner>(),
                              .principals = services.require<Principals>(),
                              .resources = services.require<Resources>(),
                              .over = [this](const std::shared_ptr<Job>& job) { _jobs.erase(job); }});
}

void JobPlugin::stop()
{
    for (const auto& job : std::set{_jobs}) job->stop(errors::shutdown());
}

void JobPlugin::run(Call& call)
{
    const auto job = std::make_shared<Job>(*_parts, std::move(call));
    _jobs.insert(job);
    try
    {
        job->start();
    }
    catch (const Refusal& refusal)
    {
        job->stop(refusal);
    }
}

} // namespace job
