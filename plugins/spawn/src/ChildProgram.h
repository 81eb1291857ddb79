// What a child does between clone and exec, as plain data and one function of raw system calls.
// The plan is complete before the child exists. The child shares the parent's memory and stores its progress in the plan; the
// parent thread is suspended until the child has executed its program or is gone, and reads the plan afterwards. Another
// thread may look at `phase` meanwhile.
#pragma once

#include "Candidates.h"
#include "RawCalls.h"

#include <cstddef>
#include <cstdint>
#include <sys/types.h>
#include <venomx/sdk/services/daemon_info.h>

namespace venomx::spawn
{

enum class ChildPhase : int
{
    setup = 1, ///< session, terminal, descriptors, limits
    directory,
    exec
};

struct ChildPlan
{
    Candidates candidates;
    char** arguments{nullptr};
    char** environment{nullptr};
    const char* directory{nullptr}; ///< null: stays where the daemon is
    int terminal{-1};
    mode_t umask{022};
    int nice{0};
    std::uint64_t ignoredSignals{0}; ///< signal 1 is bit 0
    const OriginalState::Limit* limits{nullptr};
    std::size_t limitCount{0};

    volatile ChildPhase phase{ChildPhase::setup};
    volatile int error{0}; ///< 0: none was recorded
};

/// The signals that this process ignores, for ChildPlan: 62 system calls, which are better made before the child waits for them.
[[nodiscard]] std::uint64_t ignoredSignals() noexcept;

/// Runs a ChildPlan; never returns.
VENOMX_CHILD_CODE void runChild(void* plan) noexcept;

} // namespace venomx::spawn
