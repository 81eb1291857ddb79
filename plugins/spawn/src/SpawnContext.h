// All that launches work with, shared by them: a launch whose worker is stuck on a dead file system may outlive the plugin's
// other objects, and everything that it touches when it comes back is here.
// Filled in by the plugin before the first launch and constant then, but for what is marked; the parts say which threads.
#pragma once

#include "BaseEnvironment.h"
#include "Counters.h"
#include "LoginShell.h"
#include "Reaper.h"
#include "SystemCalls.h"
#include "Watchdog.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <venomx/sdk/log.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::spawn
{

struct SpawnContext
{
    explicit SpawnContext(std::shared_ptr<SystemCalls> outside) : calls(std::move(outside)) {}

    std::shared_ptr<SystemCalls> calls;
    Counters counters;
    StackPool stacks;
    WantedPids wanted;

    Loop* loop{nullptr};
    Workers* workers{nullptr};
    Log* log{nullptr};
    const DaemonInfo* daemon{nullptr};
    BaseEnvironment base;
    LoginShell shell;
    std::string systemPath;
    std::string socket;
    OriginalState original; ///< without the environment

    // Control loop only.
    std::chrono::milliseconds timeout{10'000};
    std::optional<Watchdog> watchdog;
    std::optional<Reaper> reaper; ///< until the plugin stops
};

} // namespace venomx::spawn
