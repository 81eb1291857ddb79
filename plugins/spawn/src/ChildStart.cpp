#include "ChildStart.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <venomx/sdk/secret.h>

namespace venomx::spawn
{
namespace
{

// Of the kernel's task flags; part of what /proc shows.
constexpr unsigned long kExiting = 0x4;
constexpr unsigned long kNotExecuted = 0x40;

/// What a child can have written on its stack.
constexpr std::size_t kUsedStack = 4096;

void pause(int turn) noexcept
{
    constexpr int kQuickTurns = 64;
    if (turn < kQuickTurns)
    {
        ::sched_yield();
        return;
    }
    const timespec moment{0, 100'000};
    ::nanosleep(&moment, nullptr);
}

} // namespace

ChildResult ChildStart::run(Terminal terminal)
{
    _plan.terminal = terminal.peer.get();
    _wanted->starting(_numbers.pid);
    const int error = makeChild();
    // Closed before anything else needs a descriptor: the process may have had just one left.
    terminal.peer.reset();
    ChildResult result = error == 0 ? judge(std::move(terminal)) : ChildFailure{ChildPhase::setup, error, "process"};
    if (std::holds_alternative<StartedProcess>(result))
        _wanted->started(_numbers.pid);
    else
        _wanted->failed(_numbers.pid);
    return result;
}

int ChildStart::makeChild()
{
    ChildStack stack = _stacks->take();
    if (!stack)
    {
        if (const int error = _calls->mapStack(stack)) return error;
    }
    const int error = _calls->clone(_plan, stack, _numbers);
    wipe(stack.lowest() + ChildStack::kSize - kUsedStack, kUsedStack);
    _stacks->giveBack(std::move(stack));
    return error;
}

ChildResult ChildStart::judge(Terminal terminal)
{
    if (_plan.error != 0) return bury({_plan.phase, _plan.error, _plan.phase == ChildPhase::setup ? Literal{"child's setup"} : Literal{}});
    int error = 0;
    switch (learnFate(error))
    {
    case Fate::executed:
        return StartedProcess{_numbers.pid, takePidfd(), std::move(terminal.master)};
    case Fate::died:
        return bury({_plan.phase, 0, {}});
    case Fate::unknown:
        break;
    }
    kill();
    return bury({ChildPhase::setup, error, "child's state"});
}

/// The parent goes on as soon as the child has left the shared memory, and it leaves it by executing a program as well as by
/// dying. Most often one question tells that it runs; else its flags tell them apart: a child in the midst of executing has
/// neither settled yet, for an instant.
ChildStart::Fate ChildStart::learnFate(int& error) noexcept
{
    if (_calls->runsProgram(_numbers.pidfd)) return Fate::executed;
    for (int turn = 0;; ++turn)
    {
        unsigned long flags = 0;
        error = _calls->processFlags(_numbers.pid, flags);
        if (error != 0) return Fate::unknown;
        if ((flags & kNotExecuted) == 0) return Fate::executed;
        if ((flags & kExiting) != 0) return Fate::died;
        pause(turn);
    }
}

ChildFailure ChildStart::bury(ChildFailure failure) noexcept
{
    siginfo_t about{};
    while (::waitid(P_PIDFD, static_cast<id_t>(_numbers.pidfd), &about, WEXITED | __WALL) != 0 && errno == EINTR)
    {
    }
    const UniqueFd closed = takePidfd();
    return failure;
}

UniqueFd ChildStart::takePidfd() noexcept
{
    const std::lock_guard guard{_mutex};
    _over = true;
    return UniqueFd{_numbers.pidfd};
}

bool ChildStart::kill() noexcept
{
    const std::lock_guard guard{_mutex};
    if (_over) return false;
    // The kernel writes it while the thread that owns it is suspended.
    const int pidfd = __atomic_load_n(&_numbers.pidfd, __ATOMIC_ACQUIRE);
    return pidfd >= 0 && rawCall(SYS_pidfd_send_signal, pidfd, SIGKILL, 0, 0) == 0;
}

} // namespace venomx::spawn
