#include "kernel/loop/TimeSlice.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <cstdint>
#include <sched.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace venomx::kernel
{

class TimeSliceTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(TimeSliceTest);
    CPPUNIT_TEST(isTheThreadsAlone);
    CPPUNIT_TEST_SUITE_END();

    /// The kernel's struct sched_attr, as six words.
    using Attributes = std::array<std::uint64_t, 6>;
    static constexpr std::size_t kRuntime = 3;

    /// Behind the structure's size, in one word.
    static int policyOf(const Attributes& attributes) { return static_cast<int>(attributes[0] >> 32); }

    static Attributes attributes()
    {
        Attributes read{};
        CPPUNIT_ASSERT_EQUAL(0L, ::syscall(SYS_sched_getattr, 0, read.data(), sizeof read, 0U));
        return read;
    }

    void isTheThreadsAlone()
    {
        const Attributes usual = attributes();
        Attributes own{};
        Attributes started{};
        std::thread{[&]
                    {
                        preferShortSlices();
                        own = attributes();
                        std::thread{[&] { started = attributes(); }}.join();
                    }}
            .join();
        CPPUNIT_ASSERT(usual == started);
        CPPUNIT_ASSERT(usual == attributes());
        // A kernel that has one length for all tells none, and what somebody chose for the whole process stays.
        const bool stays = usual[kRuntime] == 0 || policyOf(usual) != SCHED_OTHER;
        CPPUNIT_ASSERT_EQUAL(stays ? usual[kRuntime] : std::uint64_t{100'000}, own[kRuntime]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TimeSliceTest);

} // namespace venomx::kernel
