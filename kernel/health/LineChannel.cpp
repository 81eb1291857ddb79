#include "kernel/health/LineChannel.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace venomx::kernel
{

void LineChannel::log(const Poco::Message& message)
{
    push();
    if (!_rest.empty() || !hasRoom())
    {
        ++_lost;
        return;
    }
    _rest = message.getText() + '\n';
    push();
}

std::size_t LineChannel::takeLost()
{
    push();
    return _rest.empty() && hasRoom() ? std::exchange(_lost, 0) : 0;
}

/// The descriptor's own mode is not ours to change: whoever started the daemon shares it.
bool LineChannel::hasRoom() const
{
    pollfd asked{.fd = _fd, .events = POLLOUT, .revents = 0};
    return ::poll(&asked, 1, 0) == 1;
}

/// A pipe that has room takes PIPE_BUF bytes without blocking, and no more for certain.
void LineChannel::push()
{
    while (!_rest.empty() && hasRoom())
    {
        const ssize_t wrote = ::write(_fd, _rest.data(), std::min<std::size_t>(_rest.size(), PIPE_BUF));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0 && errno == EAGAIN) return;
        if (wrote <= 0) return _rest.clear();
        _rest.erase(0, static_cast<std::size_t>(wrote));
    }
}

} // namespace venomx::kernel
