// The keys of the kernel itself. Static storage; any thread.
#pragma once

#include <span>
#include <venomx/sdk/settings.h>

namespace venomx::kernel
{

[[nodiscard]] std::span<const SettingSpec> kernelSettings();

} // namespace venomx::kernel
