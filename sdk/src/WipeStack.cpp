#include <venomx/sdk/secret.h>

#include <array>

#if defined(__SANITIZE_ADDRESS__)
#define VENOMX_STACK_IS_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define VENOMX_STACK_IS_CHECKED 1
#endif
#endif

namespace venomx
{
inline namespace v1
{
namespace
{

// Request text passes through the vector registers in every memcpy, and nothing overwrites them before the next one.
// All of them are the callee's to clobber in the System V ABI, so zeroing them at the end of a call disturbs nobody.
#if defined(__x86_64__)

__attribute__((target("avx512f"), noinline)) void wipeRegistersAvx512() noexcept
{
    asm volatile("vzeroall\n"
                 "vpxorq %%zmm16, %%zmm16, %%zmm16\n vpxorq %%zmm17, %%zmm17, %%zmm17\n"
                 "vpxorq %%zmm18, %%zmm18, %%zmm18\n vpxorq %%zmm19, %%zmm19, %%zmm19\n"
                 "vpxorq %%zmm20, %%zmm20, %%zmm20\n vpxorq %%zmm21, %%zmm21, %%zmm21\n"
                 "vpxorq %%zmm22, %%zmm22, %%zmm22\n vpxorq %%zmm23, %%zmm23, %%zmm23\n"
                 "vpxorq %%zmm24, %%zmm24, %%zmm24\n vpxorq %%zmm25, %%zmm25, %%zmm25\n"
                 "vpxorq %%zmm26, %%zmm26, %%zmm26\n vpxorq %%zmm27, %%zmm27, %%zmm27\n"
                 "vpxorq %%zmm28, %%zmm28, %%zmm28\n vpxorq %%zmm29, %%zmm29, %%zmm29\n"
                 "vpxorq %%zmm30, %%zmm30, %%zmm30\n vpxorq %%zmm31, %%zmm31, %%zmm31\n" ::
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                       "xmm14", "xmm15", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26",
                       "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
}

__attribute__((target("avx"), noinline)) void wipeRegistersAvx() noexcept
{
    asm volatile("vzeroall" ::
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                       "xmm14", "xmm15");
}

void wipeRegistersSse() noexcept
{
    asm volatile("pxor %%xmm0, %%xmm0\n pxor %%xmm1, %%xmm1\n pxor %%xmm2, %%xmm2\n pxor %%xmm3, %%xmm3\n"
                 "pxor %%xmm4, %%xmm4\n pxor %%xmm5, %%xmm5\n pxor %%xmm6, %%xmm6\n pxor %%xmm7, %%xmm7\n"
                 "pxor %%xmm8, %%xmm8\n pxor %%xmm9, %%xmm9\n pxor %%xmm10, %%xmm10\n pxor %%xmm11, %%xmm11\n"
                 "pxor %%xmm12, %%xmm12\n pxor %%xmm13, %%xmm13\n pxor %%xmm14, %%xmm14\n pxor %%xmm15, %%xmm15\n" ::
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                       "xmm14", "xmm15");
}

void wipeRegisters() noexcept
{
    if (__builtin_cpu_supports("avx512f"))
        wipeRegistersAvx512();
    else if (__builtin_cpu_supports("avx"))
        wipeRegistersAvx();
    else
        wipeRegistersSse();
}

#elif defined(__aarch64__)

void wipeRegisters() noexcept
{
    // d8 to d15 are the caller's, but only their low halves; those are left alone.
    asm volatile("movi v0.16b, #0\n movi v1.16b, #0\n movi v2.16b, #0\n movi v3.16b, #0\n"
                 "movi v4.16b, #0\n movi v5.16b, #0\n movi v6.16b, #0\n movi v7.16b, #0\n"
                 "movi v16.16b, #0\n movi v17.16b, #0\n movi v18.16b, #0\n movi v19.16b, #0\n"
                 "movi v20.16b, #0\n movi v21.16b, #0\n movi v22.16b, #0\n movi v23.16b, #0\n"
                 "movi v24.16b, #0\n movi v25.16b, #0\n movi v26.16b, #0\n movi v27.16b, #0\n"
                 "movi v28.16b, #0\n movi v29.16b, #0\n movi v30.16b, #0\n movi v31.16b, #0\n" ::
                     : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
                       "v26", "v27", "v28", "v29", "v30", "v31");
}

#else

void wipeRegisters() noexcept {}

#endif

} // namespace

#if defined(VENOMX_STACK_IS_CHECKED)

// A sanitizer keeps red zones on the stack, which must not be overwritten.
void wipeStack() noexcept
{
    wipeRegisters();
}

#else

__attribute__((noinline)) void wipeStack() noexcept
{
    std::array<char, std::size_t{64} * 1024> below;
    wipe(below.data(), below.size());
    wipeRegisters();
}

#endif

} // namespace v1
} // namespace venomx
