#include "MemoryScan.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <venomx/sdk/secret.h>

namespace venomx::test
{
namespace
{

/// Leaves `size` bytes of canaries in a frame that is gone when this returns.
__attribute__((noinline)) void leaveOnStack(const MemoryScan& scan)
{
    std::array<char, 2000> frame;
    scan.fill(frame);
    asm volatile("" ::"r"(frame.data()) : "memory");
}

__attribute__((noinline)) void leaveDeep(const MemoryScan& scan, int depth)
{
    std::array<char, 5000> frame{};
    asm volatile("" ::"r"(frame.data()) : "memory");
    if (depth == 0)
        leaveOnStack(scan);
    else
        leaveDeep(scan, depth - 1);
    asm volatile("" ::"r"(frame.data()) : "memory");
}

} // namespace

class WipeStackTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WipeStackTest);
    CPPUNIT_TEST(clearsVectorRegisters);
    CPPUNIT_TEST(keepsLiveFrames);
#if VENOMX_CAN_SCAN
    CPPUNIT_TEST(clearsDeadFrames);
#endif
    CPPUNIT_TEST_SUITE_END();

    void clearsDeadFrames()
    {
        const MemoryScan scan;
        for (const int depth : {0, 1, 5, 10})
        {
            leaveDeep(scan, depth);
            wipeStack();
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        }
    }

    void clearsVectorRegisters()
    {
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
        std::array<unsigned char, 16> low{};
        std::array<unsigned char, 64> high{};
        const std::array<unsigned char, 16> marks{'m', 'a', 'r', 'k', 's', 'm', 'a', 'r', 'k', 's', 'm', 'a', 'r', 'k', 's', '!'};
        if (__builtin_cpu_supports("avx512f"))
        {
            asm volatile("vbroadcasti32x4 %0, %%zmm17" ::"m"(marks));
            wipeStack();
            asm volatile("vmovdqu64 %%zmm17, %0" : "=m"(high));
            CPPUNIT_ASSERT((high == std::array<unsigned char, 64>{}));
        }
        asm volatile("movdqu %0, %%xmm9" ::"m"(marks) : "xmm9");
        wipeStack();
        asm volatile("movdqu %%xmm9, %0" : "=m"(low));
        CPPUNIT_ASSERT((low == std::array<unsigned char, 16>{}));
#endif
    }

    void keepsLiveFrames()
    {
        std::array<char, 3000> live;
        live.fill('l');
        double number = 1.5;
        asm volatile("" : "+x"(number) : "r"(live.data()) : "memory");
        wipeStack();
        asm volatile("" ::"r"(live.data()) : "memory");
        for (const char byte : live) CPPUNIT_ASSERT_EQUAL('l', byte);
        CPPUNIT_ASSERT_EQUAL(1.5, number);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WipeStackTest);

} // namespace venomx::test
