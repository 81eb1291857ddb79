#include "client/wire/Waiting.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <poll.h>

namespace venomx::client
{
namespace
{

/// Milliseconds for poll, rounded up; -1: for ever.
int left(const std::optional<Clock::time_point>& deadline)
{
    if (!deadline) return -1;
    const Clock::time_point now = Clock::now();
    if (*deadline <= now) return 0;
    const auto time = std::chrono::ceil<std::chrono::milliseconds>(*deadline - now).count();
    return static_cast<int>(std::clamp<std::int64_t>(time, 0, std::numeric_limits<int>::max()));
}

} // namespace

Readiness waitFor(int socket, Direction direction, const Patience& patience)
{
    const short wanted = direction == Direction::read ? POLLIN : POLLOUT;
    std::array<pollfd, 3> watched{{{.fd = socket, .events = wanted, .revents = 0},
                                   {.fd = patience.interrupts ? patience.interrupts->descriptor() : -1, .events = POLLIN, .revents = 0},
                                   {.fd = patience.output, .events = 0, .revents = 0}}};
    while (true)
    {
        const int count = ::poll(watched.data(), watched.size(), left(patience.deadline));
        if (count < 0 && errno == EINTR) continue;
        if (watched[1].revents != 0) return Readiness::interrupted;
        if (watched[0].revents != 0) return Readiness::ready;
        return watched[2].revents != 0 ? Readiness::outputClosed : Readiness::timedOut;
    }
}

} // namespace venomx::client
