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
    for (const auto& [pidfd, ending] : _endings) _loop->unwatch(pidfd);
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

void Reaper::end(StartedProcess process, std::function<void()> done)
{
    // It leads a session and a group of its own; what it has started by now is most likely still in there.
    ::kill(-process.pid, SIGKILL);
    rawCall(SYS_pidfd_send_signal, process.pidfd.get(), SIGKILL, 0, 0);
    process.terminal.reset();
    const int pidfd = process.pidfd.get();
    try
    {
        _loop->watch(pidfd, EPOLLIN, [this, pidfd](std::uint32_t) { finish(pidfd); });
    }
    catch (const std::system_error&)
    {
        // Nobody wants it any more, so that it is taken like an orphan when it has ended.
        reaped(process.pid);
        return done();
    }
    _endings.insert_or_assign(pidfd, Ending{std::move(process), std::move(done)});
}

void Reaper::finish(int pidfd)
{
    siginfo_t about{};
    if (::waitid(P_PIDFD, static_cast<id_t>(pidfd), &about, WEXITED | WNOHANG) == 0 && about.si_pid == 0) return;
    _loop->unwatch(pidfd);
    const auto found = _endings.find(pidfd);
    const Ending ending = std::move(found->second);
    _endings.erase(found);
    reaped(ending.process.pid);
    ending.done();
}

} // namespace venomx::spawn
