#include "Reaper.h"

#include "RawCalls.h"

#include <cerrno>
#include <csignal>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace venomx::spawn
{
namespace
{

/// With SIGCHLD ignored, as a parent may have left it, the kernel would throw every status away.
void receiveStatuses()
{
    struct sigaction byDefault
    {
    };
    byDefault.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &byDefault, nullptr);
}

UniqueFd openSignals()
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    UniqueFd signals{::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK)};
    if (!signals) throw std::system_error{errno, std::system_category(), "signalfd"};
    return signals;
}

/// A child that has ended and whose status nobody has taken; it stays so. 0: there is none.
pid_t findEnded()
{
    siginfo_t about{};
    if (::waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0) return 0;
    return about.si_pid;
}

} // namespace

Reaper::Reaper(Loop& loop, WantedPids& wanted) : _loop(&loop), _wanted(&wanted)
{
    receiveStatuses();
    _signals = openSignals();
    _loop->watch(_signals.get(), EPOLLIN, [this](std::uint32_t) { onSignal(); });
    sweep();
}

Reaper::~Reaper()
{
    _loop->unwatch(_signals.get());
    sweep(); // what ended while the daemon stops, and no turn of the loop comes to
}

void Reaper::onSignal()
{
    signalfd_siginfo about{};
    // The kernel merges signals that follow each other closely, so they say no more than "look".
    while (::read(_signals.get(), &about, sizeof about) > 0)
    {
    }
    sweep();
}

void Reaper::sweep()
{
    _blocked = false;
    while (const pid_t pid = findEnded())
    {
        if (_wanted->contains(pid))
        {
            _blocked = true;
            return;
        }
        siginfo_t about{};
        ::waitid(P_PID, static_cast<id_t>(pid), &about, WEXITED | WNOHANG);
    }
}

void Reaper::reaped(pid_t pid)
{
    _wanted->reaped(pid);
    if (_blocked) sweep();
}

void Reaper::end(const StartedProcess& process)
{
    // It leads a session and a group of its own; what it has started by now is most likely still in there.
    ::kill(-process.pid, SIGKILL);
    rawCall(SYS_pidfd_send_signal, process.pidfd.get(), SIGKILL, 0, 0);
    reaped(process.pid);
}

} // namespace venomx::spawn
