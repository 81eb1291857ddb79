#include "ChildProgram.h"

#include <asm/ioctls.h>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>

namespace venomx::spawn
{
namespace
{

constexpr int kSignals = 64;
constexpr long kSignalSetBytes = 8;
constexpr long kLastDescriptor = 0xFFFF'FFFF;

/// The kernel's own form, which is not libc's.
struct KernelSigaction
{
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    unsigned long mask;
};

[[noreturn]] VENOMX_CHILD_CODE void leave() noexcept
{
    while (true) rawCall(SYS_exit_group, 127);
}

[[noreturn]] VENOMX_CHILD_CODE void fail(ChildPlan& plan, long result) noexcept
{
    plan.error = static_cast<int>(-result);
    leave();
}

VENOMX_CHILD_CODE void require(ChildPlan& plan, long result) noexcept
{
    if (result < 0) fail(plan, result);
}

/// CLONE_CLEAR_SIGHAND has put handlers back to their defaults, but leaves ignored signals ignored.
VENOMX_CHILD_CODE void stopIgnoring(std::uint64_t signals) noexcept
{
    KernelSigaction byDefault{};
    for (int signal = 1; signals != 0; ++signal, signals >>= 1U)
        if ((signals & 1U) != 0) rawCall(SYS_rt_sigaction, signal, rawAddress(&byDefault), 0, kSignalSetBytes);
}

VENOMX_CHILD_CODE void takeTerminal(ChildPlan& plan) noexcept
{
    require(plan, rawCall(SYS_setsid));
    require(plan, rawCall(SYS_ioctl, plan.terminal, TIOCSCTTY, 0));
    for (int target = 0; target <= 2; ++target)
    {
        // dup3 refuses equal numbers; a terminal that already stands there only has to survive exec.
        const long result = target == plan.terminal ? rawCall(SYS_fcntl, target, F_SETFD, 0) : rawCall(SYS_dup3, plan.terminal, target, 0);
        require(plan, result);
    }
    // Really closed, not only marked: a child that gets stuck in chdir must hold nobody else's terminal open.
    require(plan, rawCall(SYS_close_range, 3, kLastDescriptor, 0));
}

/// What the daemon changed for itself. An operator may have lowered the daemon's own limits or priority from outside since, and
/// then the original is out of reach: the child gets what there is.
VENOMX_CHILD_CODE void restoreOriginals(const ChildPlan& plan) noexcept
{
    rawCall(SYS_umask, static_cast<long>(plan.umask));
    for (std::size_t i = 0; i < plan.limitCount; ++i)
        rawCall(SYS_prlimit64, 0, plan.limits[i].resource, rawAddress(&plan.limits[i].value), 0);
    rawCall(SYS_setpriority, PRIO_PROCESS, 0, plan.nice);
}

VENOMX_CHILD_CODE bool searchGoesOn(long result) noexcept
{
    return result == -ENOENT || result == -ENOTDIR || result == -ELOOP || result == -ENAMETOOLONG || result == -EACCES;
}

[[noreturn]] VENOMX_CHILD_CODE void execute(ChildPlan& plan) noexcept
{
    const unsigned long none = 0;
    rawCall(SYS_rt_sigprocmask, SIG_SETMASK, rawAddress(&none), 0, kSignalSetBytes);
    long verdict = -ENOENT;
    const char* file = nullptr;
    for (std::size_t number = 0; (file = candidate(plan.candidates, number)) != nullptr; ++number)
    {
        const long result = rawCall(SYS_execve, rawAddress(file), rawAddress(plan.arguments), rawAddress(plan.environment));
        if (!searchGoesOn(result)) fail(plan, result);
        if (result == -EACCES) verdict = result;
    }
    fail(plan, verdict);
}

} // namespace

std::uint64_t ignoredSignals() noexcept
{
    std::uint64_t ignored = 0;
    for (int signal = 1; signal <= kSignals; ++signal)
    {
        if (signal == SIGKILL || signal == SIGSTOP) continue;
        KernelSigaction present{};
        if (rawCall(SYS_rt_sigaction, signal, 0, rawAddress(&present), kSignalSetBytes) != 0) continue;
        if (present.handler == SIG_IGN) ignored |= std::uint64_t{1} << (signal - 1);
    }
    return ignored;
}

VENOMX_CHILD_CODE void runChild(void* given) noexcept
{
    ChildPlan& plan = *static_cast<ChildPlan*>(given);
    stopIgnoring(plan.ignoredSignals);
    takeTerminal(plan);
    restoreOriginals(plan);
    if (plan.directory != nullptr)
    {
        plan.phase = ChildPhase::directory;
        require(plan, rawCall(SYS_chdir, rawAddress(plan.directory)));
    }
    plan.phase = ChildPhase::exec;
    execute(plan);
}

} // namespace venomx::spawn
