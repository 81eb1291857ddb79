// What all connections share. Owned by the listener; control loop only.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "kernel/authority/Peers.h"
#include "kernel/authority/PrincipalTable.h"
#include "kernel/loop/ControlLoop.h"
#include "kernel/verbs/Gate.h"
#include "kernel/wire/Crowding.h"
#include "kernel/wire/LongAnswers.h"
#include "kernel/wire/Places.h"
#include "kernel/wire/RequestReader.h"
#include "kernel/wire/WireLimits.h"

namespace venomx::kernel
{

struct WireParts
{
    ControlLoop& loop;
    Gate& gate;
    PrincipalTable& principals;
    Peers& peers;
    Log& log;
    /// Told of a denied hello or connection: whose it would have been, its process, the code.
    std::function<void(PrincipalId, pid_t, std::string_view)> denied;
    std::string boot;
    std::function<std::string_view()> manifestHash;
};

struct WireContext
{
    WireParts parts;
    WireLimits limits;
    Places places{limits};
    LongAnswers longAnswers{limits};
    Crowding crowding{parts.log};
    RequestReader reader{};
};

} // namespace venomx::kernel
