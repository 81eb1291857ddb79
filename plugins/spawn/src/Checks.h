// This plugin's checks for doctor: numbers, booleans and fixed words only; no path, no variable's name, no value.
// Each looks at the present when it is asked. Any thread; those that look at files may be held up by them.
#pragma once

#include "BaseEnvironment.h"

#include <cstdint>
#include <venomx/sdk/health.h>

namespace venomx::spawn
{

[[nodiscard]] CheckResult checkPath(const BaseEnvironment& base);
[[nodiscard]] CheckResult checkBase(const BaseEnvironment& base);
/// Does the process's working directory still exist?
[[nodiscard]] CheckResult checkDirectory();

struct PtyUse
{
    std::uint64_t terminals{0};
    std::uint64_t mostTerminals{0};
    std::uint64_t descriptors{0};
    std::uint64_t mostDescriptors{0};

    /// Of the system and the process; throws std::runtime_error when the system does not tell.
    [[nodiscard]] static PtyUse now();
};
[[nodiscard]] CheckResult checkPty(const PtyUse& use);

} // namespace venomx::spawn
