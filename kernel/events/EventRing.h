// The last events of the daemon's life, each written as JSON once and shared by all who read it; also the service Events.
// Control loop only; owned by the daemon; outlives the plugins.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/events.h>

#include "kernel/authority/ResourceIndex.h"

namespace venomx::kernel
{

struct Event
{
    std::uint64_t seq{0};
    Literal kind;
    std::string json; ///< {"seq":…,"at":…,"kind":…,"data":…}
    bool adminsOnly{false};
    /// Where the thing stood that it is about. nullptr though not for admins: nobody knows any more; for readers of `*`.
    LineagePtr about;
};
using EventPtr = std::shared_ptr<const Event>;

class EventRing final : public Events
{
public:
    EventRing(const ResourceIndex& index, const Clock& clock, std::size_t capacity);
    ~EventRing() override;

    std::uint64_t publish(Literal kind, EventScope scope, Result data) override;

    /// The seq that the next event will have, and that of the oldest one kept (the same when none is).
    [[nodiscard]] std::uint64_t next() const { return _next; }
    [[nodiscard]] std::uint64_t oldest() const { return _next - _events.size(); }
    /// nullptr: no longer kept, or not yet published. The reference is good until the next one is published.
    [[nodiscard]] const EventPtr& at(std::uint64_t seq) const
    {
        return seq < oldest() || seq >= _next ? _none : _events[static_cast<std::size_t>(seq - oldest())];
    }

    void resize(std::size_t capacity);
    /// Room for events that replays hold beyond the ring's own time; false: all of them together would hold too many.
    [[nodiscard]] bool reserve(std::size_t count) const;
    void release(std::size_t count) const { _reserved -= count; }
    /// A reader was told that it missed some.
    void countGap() const { _gaps.add(); }
    [[nodiscard]] const Counter& published() const { return _published; }
    [[nodiscard]] const Counter& gaps() const { return _gaps; }

    /// Told after each event.
    void onPublished(std::function<void()> told) { _onPublished = std::move(told); }

    /// `{"seq":…,"at":…,"kind":…,"data":…}` at the present time.
    [[nodiscard]] std::string write(std::uint64_t seq, std::string_view kind, std::string_view data) const;

private:
    const ResourceIndex& _index;
    const Clock& _clock;
    std::size_t _capacity;
    std::uint64_t _next{1};
    mutable std::size_t _reserved{0};
    std::deque<EventPtr> _events;
    EventPtr _none;
    std::function<void()> _onPublished;
    Counter _published{"events.published", {}, {}};
    mutable Counter _gaps{"events.gaps", {}, {}};
};

} // namespace venomx::kernel
