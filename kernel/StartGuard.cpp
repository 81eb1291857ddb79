#include "kernel/StartGuard.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

/// A signal handler is told nothing else.
std::atomic<StartGuard*> standing{nullptr};

pid_t thisThread()
{
    return static_cast<pid_t>(::syscall(SYS_gettid));
}

void crashed(int signal)
{
    StartGuard::ends({Ending::Kind::signal, signal});
    // As it would have ended without a guard.
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

} // namespace

StartGuard::StartGuard(std::unique_ptr<NextLife> next)
    : _next(std::move(next)), _thread(thisThread()), _memory(std::make_unique<std::byte[]>(kStack))
{
    stack_t stack{};
    stack.ss_sp = _memory.get();
    stack.ss_size = kStack;
    ::sigaltstack(&stack, &_formerStack);
    struct sigaction action = {};
    action.sa_handler = crashed;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &action, &_former[i]);
    standing = this;
}

StartGuard::~StartGuard()
{
    standing = nullptr;
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &_former[i], nullptr);
    ::sigaltstack(&_formerStack, nullptr);
}

void StartGuard::ends(Ending ending) noexcept
{
    StartGuard* guard = standing;
    // A child that a plugin forked is another thread, too.
    if (guard != nullptr && guard->_thread == thisThread()) guard->_next->begin(ending);
}

} // namespace venomx::kernel

// The program's own: a plugin's, or a library's that gives up, end here first. As the program's symbols come first, they are
// everyone's but libc's.
namespace
{

using End = void (*)(int);

End next(const char* name)
{
    return reinterpret_cast<End>(::dlsym(RTLD_NEXT, name));
}

const End kExit = next("exit");
const End kExitNow = next("_exit");

#if defined(VENOMX_COVERAGE)
extern "C" void __gcov_dump();

/// An end at once skips what writes the counts.
void writeCounts()
{
    __gcov_dump();
}
#else
void writeCounts() {}
#endif

[[noreturn]] void finish(End end, int status)
{
    venomx::kernel::StartGuard::ends({venomx::kernel::Ending::Kind::status, status & 0xFF});
    if (end == kExitNow) writeCounts();
    if (end != nullptr) end(status);
    ::syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

} // namespace

extern "C"
{
    void exit(int status) noexcept
    {
        finish(kExit, status);
    }
    void _exit(int status)
    {
        finish(kExitNow, status);
    }
    void _Exit(int status) noexcept
    {
        finish(kExitNow, status);
    }
}
