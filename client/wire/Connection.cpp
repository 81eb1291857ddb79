#include "client/wire/Connection.h"

#include "client/Failure.h"
#include "client/wire/LockHolder.h"

#include <cerrno>
#include <cstring>
#include <span>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace venomx::client
{
namespace
{

constexpr std::size_t kPiece = std::size_t{16} * 1024;
constexpr std::size_t kLargestLine = std::size_t{256} * 1024 * 1024;
constexpr timeval kConnectTimeout{.tv_sec = 10, .tv_usec = 0};

sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) throw Failure::usage("the socket's path is longer than the system allows");
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

/// A daemon that lives holds the lock beside its socket, also while nobody can connect to it.
[[noreturn]] void throwUnreached(int error, const SocketPlace& place)
{
    const std::optional<pid_t> holder = lockHolder(place.path);
    if (!holder) throw NoDaemon(place.source);
    if (error != ENOENT) throw Failure("unavailable.daemon", "the daemon takes no connections, as while it starts or stops", "try again");
    throw Failure("unavailable.daemon", "a daemon runs, but its socket is not there",
                  "it is stopping, or the socket was removed: end process " + std::to_string(*holder) + ", and start it again");
}

[[noreturn]] void throwConnect(int error, const SocketPlace& place)
{
    if (error == EACCES || error == EPERM) throw Failure("denied.peer", "the daemon's socket may not be used by this user");
    if (error == EAGAIN) throw Failure("unavailable.daemon", "the daemon does not answer");
    throwUnreached(error, place);
}

/// A socket in a folder like /tmp may be anyone's; what is sent there (a token first of all) must reach our daemon only.
void checkPeer(int socket, SocketSource source)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) throw NoDaemon(source);
    const uid_t self = ::geteuid();
    if (peer.uid != self && peer.uid != 0 && self != 0) throw Failure("denied.peer", "the daemon on this socket belongs to another user");
}

} // namespace

Connection Connection::open(const SocketPlace& place)
{
    const sockaddr_un address = addressOf(place.path);
    UniqueFd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (!socket) throw Failure("unavailable.resource", "no descriptor left for a socket");
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &kConnectTimeout, sizeof kConnectTimeout);
    int result = 0;
    do result = ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    while (result != 0 && errno == EINTR);
    if (result != 0 && errno != EISCONN) throwConnect(errno, place);
    checkPeer(socket.get(), place.source);
    return Connection{std::move(socket)};
}

std::size_t Connection::send(std::string_view bytes)
{
    while (true)
    {
        const ssize_t sent = ::send(_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) return static_cast<std::size_t>(sent);
        if (errno == EAGAIN) return 0;
        if (errno != EINTR) return bytes.size();
    }
}

bool Connection::fill()
{
    if (_buffer.rest().size() > kLargestLine) throw Failure("protocol.answer", "the daemon's answer is too large");
    const std::span<char> room = _buffer.room(kPiece);
    while (true)
    {
        const ssize_t got = ::recv(_socket.get(), room.data(), room.size(), MSG_DONTWAIT);
        if (got > 0) _buffer.add(static_cast<std::size_t>(got));
        if (got >= 0) return got > 0;
        if (errno == EAGAIN) return true;
        if (errno != EINTR) return false;
    }
}

} // namespace venomx::client
