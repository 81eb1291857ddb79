// The parts of authority and events, put together: they refer to each other, and to nothing else of the daemon but clock,
// loop and processes. Owned by the daemon; control loop only.
#pragma once

#include <memory>

#include "kernel/authority/PrincipalTable.h"
#include "kernel/authority/Rights.h"
#include "kernel/events/Subscription.h"
#include "kernel/loop/ControlLoop.h"

namespace venomx::kernel
{

struct Authorities
{
    Authorities(ControlLoop& loop, Clock& clock, const Processes& processes, std::size_t eventsKept)
        : index(ancestry), ring(index, clock, eventsKept), principals({index, ancestry, ring, clock, loop, processes}),
          rights(principals, index), subscriptions(ring, [&loop] { loop.needTurnEnd(); })
    {
        // A principal's own streams end with it, and what has happened until then is still theirs: the exit of its pane.
        principals.onRevoking([this] { subscriptions.sendAll(); });
    }
    Authorities(const Authorities&) = delete;
    Authorities& operator=(const Authorities&) = delete;

    Ancestry ancestry;
    ResourceIndex index;
    EventRing ring;
    PrincipalTable principals;
    Rights rights;
    Subscriptions subscriptions;
};

} // namespace venomx::kernel
