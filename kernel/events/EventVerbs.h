// The kernel's verb about events. The parts outlive it.
#pragma once

#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/verb.h>

#include "kernel/events/Subscription.h"

namespace venomx::kernel
{

struct EventParts
{
    const EventRing& ring;
    const Rights& rights;
    Subscriptions& subscriptions;
    const DaemonInfo& info;
};

[[nodiscard]] Verb eventsVerb(EventParts parts);

} // namespace venomx::kernel
