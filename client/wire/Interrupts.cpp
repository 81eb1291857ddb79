#include "client/wire/Interrupts.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace venomx::client
{

Interrupts::Interrupts()
{
    sigset_t wanted;
    ::sigemptyset(&wanted);
    for (const int signal : {SIGHUP, SIGINT, SIGTERM})
    {
        // A blocked signal is kept pending even when it is ignored, so an ignored one must not be among them.
        struct sigaction present
        {
        };
        if (::sigaction(signal, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) ::sigaddset(&wanted, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &wanted, &_before);
    _signals.reset(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
}

Interrupts::~Interrupts()
{
    ::pthread_sigmask(SIG_SETMASK, &_before, nullptr);
}

int Interrupts::take()
{
    signalfd_siginfo info{};
    if (::read(_signals.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return 0;
    return static_cast<int>(info.ssi_signo);
}

} // namespace venomx::client
