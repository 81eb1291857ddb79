// The kernel's verbs about itself, a file each. Functions that make them; the parts outlive them. Control loop only.
#pragma once

#include <functional>
#include <vector>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/verb.h>

#include "kernel/plugins/Host.h"
#include "kernel/settings/SettingsStore.h"
#include "kernel/verbs/Manifest.h"

namespace venomx::kernel
{

struct OwnParts
{
    Manifest& manifest;
    const Host& host;
    const Registry& registry;
    const SettingsStore& settings;
    const DaemonInfo& info;
    std::function<void()> shutdown; ///< begins the stop; returns at once
};

[[nodiscard]] Verb manifestGet(const OwnParts& parts);
[[nodiscard]] Verb pluginList(const OwnParts& parts);
[[nodiscard]] Verb configList(const OwnParts& parts);
[[nodiscard]] Verb daemonInfo(const OwnParts& parts);
[[nodiscard]] Verb daemonShutdown(const OwnParts& parts);

[[nodiscard]] std::vector<Verb> ownVerbs(const OwnParts& parts);

} // namespace venomx::kernel
