// The operator's wishes for the audit, the keys audit.*, read in one go. A value; control loop.
#pragma once

#include <cstddef>
#include <venomx/sdk/settings.h>

#include "kernel/audit/AuditFile.h"

namespace venomx::kernel
{

struct AuditLimits
{
    bool required{false};     ///< what cannot be written down is not done
    std::size_t queue{16384}; ///< lines that may wait in memory
    AuditFileLimits file;

    [[nodiscard]] static AuditLimits from(const Settings& settings);
};

} // namespace venomx::kernel
