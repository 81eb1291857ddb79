// The service `spawner/1`: reads requests and begins launches. Control loop only.
#pragma once

#include "Launch.h"

#include <memory>
#include <vector>
#include <venomx/sdk/services/spawner.h>

namespace venomx::spawn
{

class ProcessSpawner : public Spawner
{
public:
    explicit ProcessSpawner(std::shared_ptr<SpawnContext> context) : _context(std::move(context)) {}

    [[nodiscard]] std::unique_ptr<LaunchRequest> read(const Call& call) override;
    [[nodiscard]] std::shared_ptr<LaunchTicket> start(std::unique_ptr<LaunchRequest> request, LaunchIdentity identity, TerminalSize size,
                                                      std::function<void(LaunchOutcome)> done) override;
    void reaped(pid_t pid) override;
    void rolledBack() override { _context->counters.rolledBack(); }

    /// Plugin stop: gives up all launches under way.
    void close();

private:
    void remember(const std::shared_ptr<Launch>& launch);

    std::shared_ptr<SpawnContext> _context;
    std::vector<std::weak_ptr<Launch>> _launches;
    std::size_t _pruneAt{64};
};

} // namespace venomx::spawn
