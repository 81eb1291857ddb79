#include "ProcessSpawner.h"

#include <algorithm>
#include <stdexcept>

namespace venomx::spawn
{

std::unique_ptr<LaunchRequest> ProcessSpawner::read(const Call& call)
{
    try
    {
        return std::make_unique<SpawnRequest>(call, _context->shell);
    }
    catch (const Refusal& refusal)
    {
        _context->counters.refused(refusal);
        throw;
    }
}

std::shared_ptr<LaunchTicket> ProcessSpawner::start(std::unique_ptr<LaunchRequest> request, LaunchIdentity identity, TerminalSize size,
                                                    std::function<void(LaunchOutcome)> done)
{
    auto* ours = dynamic_cast<SpawnRequest*>(request.get());
    if (ours == nullptr) throw std::invalid_argument("a launch request of another spawner");
    std::unique_ptr<SpawnRequest> read{ours};
    static_cast<void>(request.release());
    auto launch = std::make_shared<Launch>(_context, std::move(read), std::move(identity), size, std::move(done));
    remember(launch);
    launch->begin();
    return launch;
}

void ProcessSpawner::remember(const std::shared_ptr<Launch>& launch)
{
    if (_launches.size() >= _pruneAt)
    {
        std::erase_if(_launches, [](const auto& known) { return known.expired(); });
        _pruneAt = std::max<std::size_t>(64, _launches.size() * 2);
    }
    _launches.push_back(launch);
}

void ProcessSpawner::reaped(pid_t pid)
{
    if (_context->reaper) _context->reaper->reaped(pid);
}

void ProcessSpawner::close()
{
    for (const auto& known : _launches)
        if (const auto launch = known.lock()) launch->giveUp(Launch::GiveUp::stopping);
    _launches.clear();
}

} // namespace venomx::spawn
