#include "client/Output.h"

#include <cerrno>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace venomx::client
{

OutputClosed::OutputClosed() : Failure("internal.output", "standard output was closed before all was written") {}

bool Output::terminal() const
{
    return ::isatty(_descriptor) == 1;
}

int Output::columns() const
{
    constexpr int kUsual = 80;
    winsize size{};
    return ::ioctl(_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

void Output::write(std::string_view text) const
{
    while (!text.empty())
    {
        const ssize_t written = ::write(_descriptor, text.data(), text.size());
        if (written >= 0)
        {
            text.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno == EPIPE) throw OutputClosed();
        if (errno != EAGAIN) throw Failure("internal.output", "standard output cannot be written");
        // Someone shares the descriptor and made it non-blocking.
        pollfd ready{.fd = _descriptor, .events = POLLOUT, .revents = 0};
        ::poll(&ready, 1, -1);
    }
}

} // namespace venomx::client
