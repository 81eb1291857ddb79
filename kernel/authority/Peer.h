// Who is at the other end of a socket, as the system tells it. Values and functions; control loop only.
#pragma once

#include <sys/types.h>

namespace venomx::kernel
{

struct Peer
{
    pid_t pid{0};
    uid_t uid{0};
    int socket{-1}; ///< connected to it
};

/// May the peer speak to this daemon at all: its own user, or root.
[[nodiscard]] bool sameUser(const Peer& peer);
/// Throws std::system_error.
[[nodiscard]] Peer peerOf(int socket);

} // namespace venomx::kernel
