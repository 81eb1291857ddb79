// What the gate and its calls share. Calls may outlive the gate (a plugin that still holds one when the daemon ends); then
// `open` is false and nothing else here may be used. `open` and the rest: control loop only; `hooks.post`, `hooks.onLoop`
// and `log`: any thread while the gate is open.
#pragma once

#include <atomic>
#include <venomx/sdk/log.h>

#include "kernel/verbs/Authority.h"
#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Registry.h"

namespace venomx::kernel
{

struct GateState
{
    const Registry* registry;
    const Authority* authority;
    Log* log;
    GateHooks hooks;
    std::atomic<bool> open{true};
};

} // namespace venomx::kernel
