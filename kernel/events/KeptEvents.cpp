#include "kernel/events/KeptEvents.h"

namespace venomx::kernel
{

KeptEvents::KeptEvents(const EventRing& ring, std::deque<EventPtr> events) : _ring(ring), _events(std::move(events)) {}

KeptEvents::~KeptEvents()
{
    _ring.release(_events.size());
}

EventPtr KeptEvents::take()
{
    if (_events.empty()) return nullptr;
    EventPtr event = std::move(_events.front());
    _events.pop_front();
    _ring.release(1);
    return event;
}

} // namespace venomx::kernel
