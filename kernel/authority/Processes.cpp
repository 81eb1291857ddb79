#include "kernel/authority/Processes.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

#ifdef SO_PEERPIDFD
constexpr int kPeerPidfd = SO_PEERPIDFD;
#else
constexpr int kPeerPidfd = 77; // younger than Debian 12's headers
#endif

/// Of <linux/pidfd.h>, younger too (Linux 6.11): the namespace of the process that a pidfd holds.
constexpr unsigned long kPidNamespace = _IO(0xFF, 5);

/// The rest of the line that begins with `label`; empty when there is none.
std::string_view lineOf(std::string_view text, std::string_view label)
{
    const std::size_t at = text.find(label);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + label.size());
    return text.substr(0, text.find('\n'));
}

/// One number for each namespace from the daemon's own down to the process's; none above 0 for one that it does not see.
bool hasOneNumber(const UniqueFd& pin)
{
    const std::string path = "/proc/self/fdinfo/" + std::to_string(pin.get());
    const UniqueFd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    std::array<char, 1024> text;
    const ssize_t count = file ? ::read(file.get(), text.data(), text.size()) : -1;
    if (count <= 0) return false;
    std::string_view numbers = lineOf({text.data(), static_cast<std::size_t>(count)}, "\nNSpid:\t");
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(numbers.data(), numbers.data() + numbers.size(), pid);
    return error == std::errc{} && pid > 0 && end == numbers.data() + numbers.size();
}

} // namespace

SystemProcesses::SystemProcesses()
{
    struct stat status
    {
    };
    if (::stat("/proc/self/ns/pid", &status) == 0) _namespace = status.st_ino;
}

bool SystemProcesses::shown()
{
    std::array<char, 16> link{};
    const ssize_t size = ::readlink("/proc/self", link.data(), link.size());
    return size > 0 && std::string_view{link.data(), static_cast<std::size_t>(size)} == std::to_string(::getpid());
}

std::uint64_t SystemProcesses::now() const
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    static const auto ticks = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
    return static_cast<std::uint64_t>(time.tv_sec) * ticks + static_cast<std::uint64_t>(time.tv_nsec) * ticks / 1'000'000'000U;
}

UniqueFd SystemProcesses::pin(const Peer& peer) const
{
    int pidfd = -1;
    socklen_t size = sizeof pidfd;
    if (::getsockopt(peer.socket, SOL_SOCKET, kPeerPidfd, &pidfd, &size) == 0) return UniqueFd{pidfd};
    if (errno != ENOPROTOOPT) return UniqueFd{};
    return UniqueFd{static_cast<int>(::syscall(SYS_pidfd_open, peer.pid, 0))};
}

bool SystemProcesses::alive(const UniqueFd& pin) const
{
    pollfd ended{.fd = pin.get(), .events = POLLIN, .revents = 0};
    return ::poll(&ended, 1, 0) == 0;
}

bool SystemProcesses::amongUs(const UniqueFd& pin) const
{
    // Quicker, where the system has it and lets the daemon look at the process.
    const UniqueFd space{::ioctl(pin.get(), kPidNamespace, 0)};
    struct stat status
    {
    };
    if (space && _namespace != 0 && ::fstat(space.get(), &status) == 0) return status.st_ino == _namespace;
    return hasOneNumber(pin);
}

} // namespace venomx::kernel
