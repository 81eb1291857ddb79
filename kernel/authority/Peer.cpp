#include "kernel/authority/Peer.h"

#include <cerrno>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace venomx::kernel
{

bool sameUser(const Peer& peer)
{
    return peer.uid == 0 || peer.uid == ::geteuid();
}

Peer peerOf(int socket)
{
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        throw std::system_error{errno, std::system_category(), "SO_PEERCRED"};
    return {.pid = credentials.pid, .uid = credentials.uid, .socket = socket};
}

} // namespace venomx::kernel
