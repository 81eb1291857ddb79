// What doctor counts about starts: refused requests by reason, processes started, starts rolled back. Each refused or failed
// request moves exactly one counter of refusals. Any thread.
#pragma once

#include <venomx/sdk/health.h>
#include <venomx/sdk/result.h>

namespace venomx::spawn
{

class Counters
{
public:
    void refused(const Refusal& refusal) noexcept; ///< of a code that nobody counts: nothing
    void started() noexcept { _started.add(); }
    void rolledBack() noexcept { _rolledBack.add(); }

    void registerWith(Health& health) const;

private:
    Counter _invalidEnv{
        "invalid_params.env", "reason", {"syntax", "size", "nul", "count", "duplicate", "reserved", "credential", "owner_credential"}};
    Counter _invalidCwd{"invalid_params.cwd", "reason", {"relative", "size", "nul"}};
    Counter _notFoundCwd{"not_found.cwd", {}, {}};
    Counter _unavailableCwd{"unavailable.cwd", "reason", {"permission", "changed", "other"}};
    Counter _unavailableSpawn{"unavailable.spawn", "reason", {"not_found", "permission", "exec_format", "too_large", "resource", "other"}};
    Counter _started{"spawn.started", {}, {}};
    Counter _rolledBack{"spawn.rolled_back", {}, {}};
};

} // namespace venomx::spawn
