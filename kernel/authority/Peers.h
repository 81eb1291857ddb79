// Who a peer is before it shows a token, judged by whom it descends from. The daemon is a child subreaper: whatever a pane's
// process starts stays below the daemon, so a peer whose parents lead to the top without the daemon among them comes from
// outside. Asked once for each connection, at accept. Owned by the daemon; control loop only.
#pragma once

#include "kernel/authority/PrincipalTable.h"
#include "kernel/authority/Processes.h"
#include "kernel/authority/SpareDescriptors.h"

namespace venomx::kernel
{

/// A child of the daemon that is no pane's process, or not yet.
struct Newcomer
{
    pid_t pid{0};
    std::uint64_t started{0};
    std::uint64_t before{0}; ///< principals from this number on were prepared later, so they are not its
};

/// What a peer may be. Of one whose place cannot be told: nothing.
struct Standing
{
    PrincipalId withoutToken{PrincipalId::nobody()};
    bool ownerToken{false}; ///< may it show the owner's token
    std::optional<Newcomer> newcomer{};
};

class Peers
{
public:
    virtual ~Peers() = default;
    [[nodiscard]] virtual Standing identify(const Peer& peer) = 0;
    /// A pane's process can be faster than the commit that makes its pane. True: `standing` may be such a one's, and it is worth
    /// asking again when a prepared principal has settled. False: it is final now.
    [[nodiscard]] virtual bool undecided(Standing& standing) = 0;
};

class PeersByDescent final : public Peers
{
public:
    /// The process that all panes descend from.
    struct Root
    {
        pid_t pid{0};
        std::uint64_t started{0};
    };

    PeersByDescent(const PrincipalTable& principals, const Processes& processes, Root daemon)
        : _principals(principals), _processes(processes), _daemon(daemon)
    {
    }

    void ownerFromPanes(bool may) { _ownerFromPanes = may; }

    [[nodiscard]] Standing identify(const Peer& peer) override;
    [[nodiscard]] bool undecided(Standing& standing) override;

private:
    [[nodiscard]] Standing climb(pid_t pid, std::uint64_t accepted);

    const PrincipalTable& _principals;
    const Processes& _processes;
    Root _daemon;
    bool _ownerFromPanes{false};
    SpareDescriptors _spare;
};

} // namespace venomx::kernel
