#include "kernel/events/EventRing.h"

#include <algorithm>
#include <venomx/sdk/json_writer.h>

namespace venomx::kernel
{

EventRing::EventRing(const ResourceIndex& index, const Clock& clock, std::size_t capacity)
    : _index(index), _clock(clock), _capacity(capacity)
{
}

EventRing::~EventRing() = default;

std::uint64_t EventRing::publish(Literal kind, EventScope scope, Result data)
{
    const std::uint64_t seq = _next;
    auto event = std::make_shared<Event>();
    event->seq = seq;
    event->kind = kind;
    event->json = write(seq, kind.view(), std::move(data).take());
    event->adminsOnly = !scope.about;
    if (scope.about) event->about = _index.recall(*scope.about);
    if (_events.size() >= _capacity) _events.pop_front();
    _events.push_back(std::move(event));
    ++_next;
    _published.add();
    if (_onPublished) _onPublished();
    return seq;
}

void EventRing::resize(std::size_t capacity)
{
    _capacity = capacity;
    while (_events.size() > _capacity) _events.pop_front();
}

bool EventRing::reserve(std::size_t count) const
{
    constexpr std::size_t kRings = 4;
    if (count > kRings * _capacity - std::min(_reserved, kRings * _capacity)) return false;
    _reserved += count;
    return true;
}

std::string EventRing::write(std::uint64_t seq, std::string_view kind, std::string_view data) const
{
    std::string json;
    json.reserve(96 + data.size());
    JsonWriter(json)
        .beginObject()
        .field("seq", seq)
        .field("at", rfc3339(_clock.system()))
        .field("kind", kind)
        .rawField("data", data)
        .endObject();
    return json;
}

} // namespace venomx::kernel
