// The kernel's own checks: kernel.plugins, kernel.configuration, kernel.loop, kernel.socket, kernel.owner_file. The parts outlive
// the registry's section. Control loop only.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/daemon_info.h>

#include "kernel/plugins/Host.h"
#include "kernel/wire/ListeningSocket.h"

namespace venomx::kernel
{

struct CheckedParts
{
    const Host& host;
    const DaemonInfo& info;
    std::optional<FileNumber> socket; ///< the file of the socket that the daemon listens on
    /// The loop's longest turn since it was last asked for.
    std::function<std::chrono::microseconds()> worstTurn;
    /// Reloads that were refused since the configuration in force was taken over.
    const std::size_t& refusedReloads;
};

void registerKernelChecks(Health& health, CheckedParts parts);

/// The check kernel.plugins: a plugin that lacks only what the operator disabled is a warning, any other loss a failure.
[[nodiscard]] CheckResult checkPlugins(std::span<const PluginRecord> plugins);

} // namespace venomx::kernel
