// What a replay has yet to send, held although the ring goes on without it, so that its reader gets as many as it was promised.
// Events are shared with the ring, not copied, and all replays together hold no more than a few rings of them.
// One Subscription's; control loop only. The ring outlives it.
#pragma once

#include <deque>

#include "kernel/events/EventRing.h"

namespace venomx::kernel
{

class KeptEvents
{
public:
    /// Oldest first; what the ring has reserved for them (EventRing::reserve) is given back as they go.
    KeptEvents(const EventRing& ring, std::deque<EventPtr> events);
    ~KeptEvents();
    KeptEvents(const KeptEvents&) = delete;
    KeptEvents& operator=(const KeptEvents&) = delete;

    /// nullptr: that was all.
    [[nodiscard]] EventPtr take();

private:
    const EventRing& _ring;
    std::deque<EventPtr> _events;
};

} // namespace venomx::kernel
