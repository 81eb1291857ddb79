// Who a peer is before it shows a token. Asked once for each connection, at accept. Control loop only.
#pragma once

#include <memory>
#include <sys/types.h>
#include <venomx/sdk/ids.h>

namespace venomx::kernel
{

/// What the system says of the process at the other end.
struct Peer
{
    pid_t pid{0};
    uid_t uid{0};
    int socket{-1}; ///< connected to it
};

struct Standing
{
    PrincipalId withoutToken{PrincipalId::unknown()};
    bool ownerToken{true}; ///< may it show the owner's token
};

class Peers
{
public:
    virtual ~Peers() = default;
    [[nodiscard]] virtual Standing identify(const Peer& peer) = 0;
};

/// Takes every peer for one from outside the daemon's panes.
class OutsidePeers final : public Peers
{
public:
    [[nodiscard]] Standing identify(const Peer&) override { return {}; }
};

/// May the peer speak to this daemon at all: its own user, or root.
[[nodiscard]] bool sameUser(const Peer& peer);
/// Throws std::system_error.
[[nodiscard]] Peer peerOf(int socket);

} // namespace venomx::kernel
