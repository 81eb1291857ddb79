#include "kernel/loop/TimeSlice.h"

#include <cstdint>
#include <sys/syscall.h>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

/// The kernel's struct sched_attr as it was first; its header does not stand beside <sched.h>, which the standard library brings in.
struct Attributes
{
    std::uint32_t size{sizeof(Attributes)};
    std::uint32_t policy{0};
    std::uint64_t flags{0};
    std::int32_t nice{0};
    std::uint32_t priority{0};
    std::uint64_t runtime{0}; ///< nanoseconds
    std::uint64_t deadline{0};
    std::uint64_t period{0};
};

constexpr std::uint32_t kUsualPolicy = 0;
constexpr std::uint64_t kResetOnFork = 0x01;
constexpr std::uint64_t kLeastSlice = 100'000;

} // namespace

void preferShortSlices() noexcept
{
    Attributes attributes;
    if (::syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0U) != 0) return;
    // Only where nobody chose anything else for the daemon.
    if (attributes.policy != kUsualPolicy) return;
    attributes.runtime = kLeastSlice;
    attributes.flags = kResetOnFork;
    static_cast<void>(::syscall(SYS_sched_setattr, 0, &attributes, 0U));
}

} // namespace venomx::kernel
