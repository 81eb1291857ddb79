#include "client/mcp/Outbox.h"

#include <cerrno>
#include <climits>
#include <sys/socket.h>
#include <unistd.h>

namespace venomx::client::mcp
{
namespace
{

/// What was written is kept so long before room is made: moving the rest each time would cost more.
constexpr std::size_t kLargestPast = std::size_t{1024} * 1024;

} // namespace

void Outbox::add(std::string_view message)
{
    if (empty())
    {
        _bytes.clear();
        _written = 0;
    }
    _bytes.append(message).append("\n");
}

bool Outbox::flush()
{
    if (empty()) return true;
    bool gone = false;
    _written += writeSome(std::string_view{_bytes}.substr(_written), gone);
    if (_written > kLargestPast)
    {
        _bytes.erase(0, _written);
        _written = 0;
    }
    return !gone;
}

std::size_t Outbox::writeSome(std::string_view bytes, bool& gone)
{
    ssize_t written = -1;
    if (_socket) written = ::send(_descriptor, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (_socket && written < 0 && errno == ENOTSOCK) _socket = false;
    // A pipe that is writable takes this much without blocking.
    if (!_socket) written = ::write(_descriptor, bytes.data(), bytes.size() < PIPE_BUF ? bytes.size() : PIPE_BUF);
    if (written >= 0) return static_cast<std::size_t>(written);
    gone = errno != EAGAIN && errno != EINTR;
    return 0;
}

} // namespace venomx::client::mcp
