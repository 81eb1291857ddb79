// What of the kernel's configuration can change while the daemon runs, read in one go. A value; `from` throws SettingsError.
#pragma once

#include <venomx/sdk/settings.h>

#include "kernel/authority/PrincipalTable.h"
#include "kernel/wire/WireLimits.h"

namespace venomx::kernel
{

struct OperatorLimits
{
    WireLimits wire;
    PrincipalLimits principals;
    Grants unknown;
    bool ownerFromPanes{false};

    [[nodiscard]] static OperatorLimits from(const Settings& settings);
};

} // namespace venomx::kernel
