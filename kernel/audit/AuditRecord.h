// One entry of the audit: who asked what of which thing, and how it ended. A value that refers to text of the source alone.
// Functions; any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <venomx/sdk/ids.h>

#include "kernel/verbs/TargetNames.h"

namespace venomx::kernel
{

struct AuditRecord
{
    std::uint64_t seq{0}; ///< counts up from 1 for the daemon's life; a gap tells of lines that were lost
    std::chrono::system_clock::time_point at{};
    PrincipalId principal{};
    pid_t pid{0};
    std::string_view verb{};    ///< a spec's text
    std::string_view outcome{}; ///< "ok" or the error's code
    TargetNames targets{};
    std::chrono::milliseconds took{0};
};

/// `{"at":…,"seq":…,"principal":…,"pid":…,"verb":…,"targets":[…],"outcome":…,"ms":…}`, without a newline.
[[nodiscard]] std::string toLine(const AuditRecord& record);

} // namespace venomx::kernel
