// While a plugin is started and nobody is served yet, what it does to end the process on the control loop (a crash, an abort, an
// exit) begins the process's next life, without it, in place of ending this one. What another thread of the plugin's does is not
// caught: nobody knows whose thread it is.
// One at a time, made and destroyed on the control loop, around the plugin's code.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>
#include <sys/types.h>

#include "kernel/NextLife.h"

namespace venomx::kernel
{

class StartGuard
{
public:
    explicit StartGuard(std::unique_ptr<NextLife> next);
    ~StartGuard();
    StartGuard(const StartGuard&) = delete;
    StartGuard& operator=(const StartGuard&) = delete;

    /// Begins the next life if a guard stands and this is its thread; returns otherwise. System calls alone.
    static void ends(Ending ending) noexcept;

private:
    static constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGABRT};
    static constexpr std::size_t kStack = 64 << 10;

    std::unique_ptr<NextLife> _next;
    pid_t _thread;
    std::unique_ptr<std::byte[]> _memory; // a stack of the handler's own, as a crash may have used up the thread's
    stack_t _formerStack{};
    std::array<struct sigaction, kSignals.size()> _former{};
};

} // namespace venomx::kernel
