#include "bench/support/Floor.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <system_error>
#include <termios.h>
#include <unistd.h>

namespace venomx::bench
{

namespace
{

struct Plan
{
    int terminal;
    std::array<const char*, 3> argv;
    int error;
};

int child(void* argument)
{
    auto* plan = static_cast<Plan*>(argument);
    ::setsid();
    ::ioctl(plan->terminal, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; ++fd) ::dup2(plan->terminal, fd);
    ::close_range(3, ~0U, 0);
    ::execv(plan->argv[0], const_cast<char* const*>(plan->argv.data()));
    plan->error = errno;
    ::_exit(127);
}

} // namespace

void Floor::start(const char* program, const char* argument)
{
    UniqueFd master{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    ::grantpt(master.get());
    ::unlockpt(master.get());
    const UniqueFd terminal{::ioctl(master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC)};
    const winsize size{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
    ::ioctl(terminal.get(), TIOCSWINSZ, &size);
    Plan plan{terminal.get(), {program, argument, nullptr}, 0};
    alignas(16) thread_local std::array<char, 65536> stack;
    _pid = ::clone(child, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | SIGCHLD, &plan);
    if (_pid < 0 || plan.error != 0) throw std::system_error(plan.error != 0 ? plan.error : errno, std::generic_category(), "start");
    _terminal = std::move(master);
}

void Floor::drain()
{
    std::array<char, 16384> block;
    while (::read(_terminal.get(), block.data(), block.size()) > 0)
    {
    }
}

void Floor::end()
{
    if (_pid < 0) return;
    ::kill(_pid, SIGKILL);
    ::waitpid(_pid, nullptr, 0);
    _pid = -1;
    _terminal.reset();
}

} // namespace venomx::bench
