#include "kernel/wire/ListeningSocket.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "kernel/settings/Environment.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{
namespace
{

constexpr int kQueue = 1024;

[[noreturn]] void fail(const std::string& what)
{
    throw StartError{exit_status::kMissing, what + ": " + std::generic_category().message(errno)};
}

[[noreturn]] void failForAnother(const std::string& path)
{
    throw StartError{exit_status::kLive, "another daemon listens on " + path};
}

std::optional<FileNumber> numberOf(const std::string& path)
{
    struct stat status
    {
    };
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return FileNumber{.device = status.st_dev, .inode = status.st_ino};
}

/// A lock on a file that is not at its path any more keeps nobody out: then it is tried again.
UniqueFd lockBeside(const std::string& path)
{
    constexpr int kTries = 16;
    const std::string name = path + ".lock";
    for (int i = 0; i < kTries; ++i)
    {
        UniqueFd lock{::open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)};
        struct stat status
        {
        };
        if (!lock || ::fstat(lock.get(), &status) != 0) fail("cannot open " + name);
        if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        {
            if (errno == EWOULDBLOCK) failForAnother(path);
            fail("cannot lock " + name);
        }
        if (numberOf(name) == FileNumber{.device = status.st_dev, .inode = status.st_ino}) return lock;
    }
    throw StartError{exit_status::kMissing, "somebody keeps removing " + name};
}

sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

/// Does anybody take connections there? One whose queue is full does, too.
bool listens(const std::string& path)
{
    const UniqueFd probe{::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    if (!probe) fail("cannot make a socket");
    const sockaddr_un address = addressOf(path);
    return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 || errno == EAGAIN;
}

/// With the lock held, a socket that lies there is a dead daemon's, unless somebody removed the lock of one that lives.
void clearAway(const std::string& path)
{
    struct stat status
    {
    };
    if (::lstat(path.c_str(), &status) != 0)
    {
        if (errno == ENOENT) return;
        fail("cannot look at " + path);
    }
    if (!S_ISSOCK(status.st_mode)) throw StartError{exit_status::kMissing, "there is something else than a socket at " + path};
    if (listens(path)) failForAnother(path);
    if (::unlink(path.c_str()) != 0) fail("cannot replace " + path);
}

UniqueFd bound(const std::string& path)
{
    UniqueFd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    if (!socket) fail("cannot make a socket");
    const sockaddr_un address = addressOf(path);
    // bind makes the file with the mode that the umask leaves, so it is never wider.
    const mode_t before = ::umask(0177);
    const int done = ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    const int error = errno;
    ::umask(before);
    errno = error;
    if (done != 0) fail("cannot listen on " + path);
    return socket;
}

int option(int socket, int name)
{
    int value = -1;
    socklen_t size = sizeof value;
    return ::getsockopt(socket, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

} // namespace

ListeningSocket::ListeningSocket(std::string path, UniqueFd lock, UniqueFd socket)
    : _path(std::move(path)), _lock(std::move(lock)), _socket(std::move(socket)), _file(numberOf(_path))
{
}

ListeningSocket ListeningSocket::bindAt(const std::string& path)
{
    UniqueFd lock = lockBeside(path);
    clearAway(path);
    ListeningSocket made{path, std::move(lock), bound(path)};
    made._made = true;
    return made;
}

ListeningSocket ListeningSocket::takeOver(UniqueFd inherited)
{
    sockaddr_un address{};
    socklen_t size = sizeof address;
    if (::getsockname(inherited.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) fail("cannot use the socket handed over");
    if (size <= offsetof(sockaddr_un, sun_path) || address.sun_path[0] != '/')
        throw StartError{exit_status::kUsage, "the socket handed over has no absolute path"};
    const std::string path{address.sun_path, ::strnlen(address.sun_path, sizeof address.sun_path)};
    prepareSocketFolder(path);
    UniqueFd lock = lockBeside(path);
    if (::fcntl(inherited.get(), F_SETFL, O_NONBLOCK) != 0) fail("cannot use the socket handed over");
    return {path, std::move(lock), std::move(inherited)};
}

ListeningSocket::~ListeningSocket()
{
    if (_socket) remove();
}

void ListeningSocket::remove()
{
    if (std::exchange(_made, false) && _file && numberOf(_path) == _file) ::unlink(_path.c_str());
}

void ListeningSocket::requirePlace() const
{
    if (!_made) return;
    const auto there = numberOf(_path);
    if (!there) throw StartError{exit_status::kMissing, "somebody removed the socket at " + _path};
    if (there != _file) failForAnother(_path);
}

void ListeningSocket::listen()
{
    if (::listen(_socket.get(), kQueue) != 0) fail("cannot listen on " + _path);
}

UniqueFd inheritedSocket()
{
    const auto count = environmentNumber("LISTEN_FDS");
    if (!count || *count <= 0 || environmentNumber("LISTEN_PID") != ::getpid()) return {};
    if (*count > 1) throw StartError{exit_status::kUsage, "more than one socket was handed over"};
    UniqueFd socket{kFirstInherited};
    if (::fcntl(socket.get(), F_SETFD, FD_CLOEXEC) != 0) fail("no socket was handed over");
    if (option(socket.get(), SO_DOMAIN) != AF_UNIX || option(socket.get(), SO_TYPE) != SOCK_STREAM ||
        option(socket.get(), SO_ACCEPTCONN) != 1)
        throw StartError{exit_status::kUsage, "what was handed over is no unix stream socket that listens"};
    return socket;
}

} // namespace venomx::kernel
