#include "Clone.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <linux/sched.h>

namespace venomx::spawn
{
namespace
{

constexpr long kSignalSetBytes = 8;

std::uint64_t number(const volatile void* pointer) noexcept
{
    return reinterpret_cast<std::uint64_t>(pointer);
}

/// Returns in the parent alone; the child calls `run(argument)` on its own stack and never comes back.
#if defined(__x86_64__)

VENOMX_CHILD_CODE __attribute__((noinline)) long cloneInto(clone_args& args, void (*run)(void*) noexcept, void* argument) noexcept
{
    long result = SYS_clone3;
    register void (*entry)(void*) noexcept asm("r12") = run;
    register void* handed asm("r13") = argument;
    asm volatile("syscall\n\t"
                 "testq %%rax, %%rax\n\t"
                 "jnz 1f\n\t"
                 "xorl %%ebp, %%ebp\n\t"
                 "movq %[handed], %%rdi\n\t"
                 "call *%[entry]\n\t"
                 "hlt\n"
                 "1:"
                 : "+a"(result)
                 : "D"(&args), "S"(sizeof args), [entry] "r"(entry), [handed] "r"(handed)
                 : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__)

VENOMX_CHILD_CODE __attribute__((noinline)) long cloneInto(clone_args& args, void (*run)(void*) noexcept, void* argument) noexcept
{
    register long call asm("x8") = SYS_clone3;
    register long first asm("x0") = rawAddress(&args);
    register long second asm("x1") = sizeof args;
    register void (*entry)(void*) noexcept asm("x9") = run;
    register void* handed asm("x10") = argument;
    asm volatile("svc 0\n\t"
                 "cbnz x0, 1f\n\t"
                 "mov x29, xzr\n\t"
                 "mov x30, xzr\n\t"
                 "mov x0, %[handed]\n\t"
                 "blr %[entry]\n\t"
                 "brk 0\n"
                 "1:"
                 : "+r"(first)
                 : "r"(call), "r"(second), [entry] "r"(entry), [handed] "r"(handed)
                 : "memory");
    return first;
}

#endif

} // namespace

int cloneChild(ChildPlan& plan, const ChildStack& stack, ChildNumbers& numbers) noexcept
{
    clone_args args{};
    args.flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | CLONE_PARENT_SETTID | CLONE_CLEAR_SIGHAND;
    args.pidfd = number(&numbers.pidfd);
    args.parent_tid = number(&numbers.pid);
    args.stack = number(stack.lowest());
    args.stack_size = ChildStack::kSize;

    // Through the raw call: libc's never blocks the two signals that it keeps for itself, and the child inherits the mask.
    const std::uint64_t all = ~std::uint64_t{0};
    std::uint64_t before = 0;
    rawCall(SYS_rt_sigprocmask, SIG_SETMASK, rawAddress(&all), rawAddress(&before), kSignalSetBytes);
    const long result = cloneInto(args, runChild, &plan);
    rawCall(SYS_rt_sigprocmask, SIG_SETMASK, rawAddress(&before), 0, kSignalSetBytes);
    return result < 0 ? static_cast<int>(-result) : 0;
}

} // namespace venomx::spawn
