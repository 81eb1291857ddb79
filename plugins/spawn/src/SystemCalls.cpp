#include "SystemCalls.h"

#include <array>
#include <asm/termbits.h>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace venomx::spawn
{
namespace
{

/// The ninth field of /proc/<pid>/stat. The second is the program's name, which may hold anything but ends with the last ')'.
bool readFlags(std::string_view stat, unsigned long& flags) noexcept
{
    const std::size_t nameEnd = stat.rfind(')');
    if (nameEnd == std::string_view::npos) return false;
    stat.remove_prefix(nameEnd + 1);
    constexpr int kFieldsBetween = 7;
    for (int field = 0; field < kFieldsBetween; ++field)
    {
        const std::size_t blank = stat.find(' ');
        if (blank == std::string_view::npos) return false;
        stat.remove_prefix(blank + 1);
    }
    return std::from_chars(stat.data(), stat.data() + stat.size(), flags).ec == std::errc{};
}

} // namespace

SystemCalls::~SystemCalls() = default;

int RealSystemCalls::realPath(const char* path, char* resolved) noexcept
{
    return ::realpath(path, resolved) != nullptr ? 0 : errno;
}

int RealSystemCalls::isDirectory(const char* path, bool& answer) noexcept
{
    struct stat about
    {
    };
    if (::stat(path, &about) != 0) return errno;
    answer = S_ISDIR(about.st_mode);
    return 0;
}

int RealSystemCalls::openTerminal(UniqueFd& master) noexcept
{
    master.reset(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    return master ? 0 : errno;
}

int RealSystemCalls::unlockTerminal(int master) noexcept
{
    const int unlocked = 0;
    return ::ioctl(master, TIOCSPTLCK, &unlocked) == 0 ? 0 : errno;
}

int RealSystemCalls::openPeer(int master, UniqueFd& peer) noexcept
{
    peer.reset(::ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
    return peer ? 0 : errno;
}

int RealSystemCalls::setUpTerminal(int master, TerminalSize size) noexcept
{
    winsize cells{};
    cells.ws_col = static_cast<unsigned short>(size.cols);
    cells.ws_row = static_cast<unsigned short>(size.rows);
    if (::ioctl(master, TIOCSWINSZ, &cells) != 0) return errno;
    // Not through libc, which asks twice more what the modes are.
    termios modes{};
    if (::ioctl(master, TCGETS, &modes) != 0) return errno;
    modes.c_iflag |= IUTF8;
    return ::ioctl(master, TCSETS, &modes) == 0 ? 0 : errno;
}

int RealSystemCalls::mapStack(ChildStack& stack) noexcept
{
    stack = ChildStack::map();
    return stack ? 0 : errno;
}

int RealSystemCalls::clone(ChildPlan& plan, const ChildStack& stack, ChildNumbers& numbers) noexcept
{
    return cloneChild(plan, stack, numbers);
}

/// A child is made without a signal for its end. By executing, before it leaves the shared memory, it becomes one that sends
/// SIGCHLD, and only as such it is seen here.
bool RealSystemCalls::runsProgram(int pidfd) noexcept
{
    siginfo_t about{};
    return ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == 0;
}

int RealSystemCalls::processFlags(pid_t pid, unsigned long& flags) noexcept
{
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(), "/proc/%d/stat", static_cast<int>(pid));
    const UniqueFd file{::open(text.data(), O_RDONLY | O_CLOEXEC)};
    if (!file) return errno;
    const ssize_t size = ::read(file.get(), text.data(), text.size());
    if (size < 0) return errno;
    return readFlags({text.data(), static_cast<std::size_t>(size)}, flags) ? 0 : EIO;
}

} // namespace venomx::spawn
