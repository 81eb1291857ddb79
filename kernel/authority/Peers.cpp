#include "kernel/authority/Peers.h"

namespace venomx::kernel
{
namespace
{

/// A chain of parents can be made as long as one likes, and it is read on the control loop.
constexpr int kDeepest = 64;

Standing outside()
{
    return {.withoutToken = PrincipalId::unknown(), .ownerToken = true};
}

} // namespace

Standing PeersByDescent::identify(const Peer& peer)
{
    const SpareDescriptors::Lent descriptors{_spare};
    const std::uint64_t accepted = _processes.now();
    const UniqueFd pin = _processes.pin(peer);
    if (!pin || !_processes.amongUs(pin)) return {};
    Standing standing = climb(peer.pid, accepted);
    // Alive after all was read, so the number was its own all the while.
    if (!_processes.alive(pin)) return {};
    static_cast<void>(undecided(standing));
    return standing;
}

/// From the peer to its parents. None is younger than its child, whose number would otherwise be another process's by now.
Standing PeersByDescent::climb(pid_t pid, std::uint64_t accepted)
{
    std::uint64_t youngest = accepted;
    for (int depth = 0; depth < kDeepest && pid != _daemon.pid; ++depth)
    {
        const auto facts = _processes.facts(pid);
        if (!facts || facts->started > youngest) return {};
        // What is older than the daemon does not descend from it, and neither do its parents.
        if (facts->parent == 0 || facts->started < _daemon.started) return outside();
        if (facts->parent == _daemon.pid)
            return {.newcomer = Newcomer{.pid = pid, .started = facts->started, .before = _principals.next()}};
        youngest = facts->started;
        pid = facts->parent;
    }
    return {};
}

bool PeersByDescent::undecided(Standing& standing)
{
    if (!standing.newcomer) return false;
    const Newcomer newcomer = *standing.newcomer;
    if (const auto own = _principals.ofProcess(newcomer.pid, newcomer.started))
        standing = {.withoutToken = *own, .ownerToken = _ownerFromPanes};
    else if (_principals.preparing(newcomer.before))
        return true;
    standing.newcomer.reset();
    return false;
}

} // namespace venomx::kernel
