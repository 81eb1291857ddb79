// What of the kernel's configuration can change while the daemon runs, read in one go. A value; control loop only.
#pragma once

#include <venomx/sdk/settings.h>

#include "kernel/authority/PrincipalTable.h"
#include "kernel/settings/SettingValue.h"
#include "kernel/wire/WireLimits.h"

namespace venomx::kernel
{

/// Holds authority.unknown_grants to its form (SettingsStore::Check).
void checkUnknownGrants(const SettingValue& value);

struct OperatorLimits
{
    WireLimits wire;
    PrincipalLimits principals;
    Grants unknown;
    bool ownerFromPanes{false};

    /// The settings passed `checkUnknownGrants`.
    [[nodiscard]] static OperatorLimits from(const Settings& settings);
};

} // namespace venomx::kernel
