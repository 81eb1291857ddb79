#include "kernel/authority/PaneProcesses.h"

namespace venomx::kernel
{

void PaneProcesses::add(PaneId pane, PrincipalId principal, pid_t pid)
{
    const auto facts = _processes.facts(pid);
    if (!facts) return;
    _byPid.insert_or_assign(pid, Entry{pane, principal, facts->started});
    _byPane.insert_or_assign(pane.number, pid);
}

void PaneProcesses::remove(PaneId pane)
{
    const auto found = _byPane.find(pane.number);
    if (found == _byPane.end()) return;
    if (const auto entry = _byPid.find(found->second); entry != _byPid.end() && entry->second.pane == pane) _byPid.erase(entry);
    _byPane.erase(found);
}

std::optional<PrincipalId> PaneProcesses::find(pid_t pid, std::uint64_t started) const
{
    const auto found = _byPid.find(pid);
    if (found == _byPid.end() || found->second.started != started) return {};
    return found->second.principal;
}

} // namespace venomx::kernel
