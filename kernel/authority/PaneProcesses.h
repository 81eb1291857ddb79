// Which process is which pane's, for as long as the pane is there. Owned by the principal table; control loop only.
#pragma once

#include <optional>
#include <unordered_map>
#include <venomx/sdk/ids.h>

#include "kernel/authority/Processes.h"

namespace venomx::kernel
{

class PaneProcesses
{
public:
    explicit PaneProcesses(const Processes& processes) : _processes(processes) {}

    /// Nobody has reaped the process, so the number is still its own.
    void add(PaneId pane, PrincipalId principal, pid_t pid);
    void remove(PaneId pane);
    /// The principal of the pane whose process this is. The number of one that has ended may be another's by now: hence the time.
    [[nodiscard]] std::optional<PrincipalId> find(pid_t pid, std::uint64_t started) const;

private:
    struct Entry
    {
        PaneId pane;
        PrincipalId principal;
        std::uint64_t started{0};
    };

    const Processes& _processes;
    std::unordered_map<pid_t, Entry> _byPid;
    std::unordered_map<std::uint64_t, pid_t> _byPane;
};

} // namespace venomx::kernel
