#include "kernel/loop/Signals.h"

#include <cerrno>
#include <csignal>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace venomx::kernel
{

void blockSignals()
{
    sigset_t all;
    sigfillset(&all);
    for (const int open : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGTSTP}) sigdelset(&all, open);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

UniqueFd openSignals(std::initializer_list<int> signals)
{
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const int signal : signals) sigaddset(&wanted, signal);
    UniqueFd fd{::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC)};
    if (!fd) throw std::system_error{errno, std::system_category(), "signalfd"};
    return fd;
}

int takeSignal(int fd)
{
    signalfd_siginfo info{};
    if (::read(fd, &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return 0;
    return static_cast<int>(info.ssi_signo);
}

} // namespace venomx::kernel
