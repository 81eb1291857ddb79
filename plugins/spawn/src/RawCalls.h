// System calls for code that runs between clone and exec, in a child that shares the daemon's memory: no libc, no errno, no
// lazy binding, and no sanitizer's instrumentation (its bookkeeping belongs to the parent's thread).
// Each gives what the kernel gives: a result, or a negative errno.
#pragma once

#include <sys/syscall.h>

/// Marks every function that the child runs.
#define VENOMX_CHILD_CODE __attribute__((no_sanitize_address, no_sanitize_thread, no_sanitize_undefined))

namespace venomx::spawn
{

#if defined(__x86_64__)

VENOMX_CHILD_CODE inline long rawCall(long number, long a = 0, long b = 0, long c = 0, long d = 0) noexcept
{
    long result = number;
    register long fourth asm("r10") = d;
    asm volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__)

VENOMX_CHILD_CODE inline long rawCall(long number, long a = 0, long b = 0, long c = 0, long d = 0) noexcept
{
    register long call asm("x8") = number;
    register long first asm("x0") = a;
    register long second asm("x1") = b;
    register long third asm("x2") = c;
    register long fourth asm("x3") = d;
    asm volatile("svc 0" : "+r"(first) : "r"(call), "r"(second), "r"(third), "r"(fourth) : "memory");
    return first;
}

#else
#error "venomx starts processes on x86-64 and aarch64"
#endif

VENOMX_CHILD_CODE inline long rawAddress(const volatile void* pointer) noexcept
{
    return reinterpret_cast<long>(pointer);
}

} // namespace venomx::spawn
