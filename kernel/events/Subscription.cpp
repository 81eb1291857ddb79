#include "kernel/events/Subscription.h"

#include <algorithm>
#include <array>
#include <utility>

namespace venomx::kernel
{
namespace
{

/// Frames handed over at once, and the bytes after which no more are added: what a reader's bound can be overrun by.
constexpr std::size_t kTogether = 64;
constexpr std::size_t kBytesTogether = 16 * 1024;

bool standsIn(const Event& event, const std::optional<ResourceId>& place)
{
    return !place || (event.about && event.about->isOrStandsIn(*place));
}

bool ofKind(std::string_view kind, std::string_view wanted)
{
    if (wanted.ends_with(".*")) return kind.starts_with(wanted.substr(0, wanted.size() - 1));
    return kind == wanted;
}

} // namespace

bool EventFilter::wants(const Event& event, const Rights& rights) const
{
    const auto wanted = [&](const std::string& one) { return ofKind(event.kind.view(), one); };
    if (!kinds.empty() && std::ranges::none_of(kinds, wanted)) return false;
    if (!standsIn(event, pane) || !standsIn(event, session)) return false;
    if (event.adminsOnly) return rights.mayOn(reader, Right::admin, nullptr);
    return rights.mayOn(reader, Right::read, event.about.get());
}

Subscription::Subscription(const EventRing& ring, const Rights& rights, EventFilter filter, std::uint64_t from,
                           std::optional<std::uint64_t> until)
    : _ring(ring), _rights(rights), _filter(std::move(filter)), _at(from), _until(until)
{
}

std::uint64_t Subscription::last() const
{
    return std::min(_until.value_or(_ring.next()), _ring.next());
}

std::uint64_t Subscription::ready() const
{
    std::uint64_t count = _at < std::min(_ring.oldest(), last()) ? 1 : 0;
    for (std::uint64_t seq = std::max(_at, _ring.oldest()); seq < last(); ++seq)
        if (_filter.wants(*_ring.at(seq), _rights)) ++count;
    return count;
}

void Subscription::send()
{
    if (_waiting || _stream->ended()) return;
    while (_at < last())
    {
        if (!_stream->writable()) return waitForRoom();
        sendNext();
    }
    if (_until && _at >= *_until) _stream->end("done");
}

void Subscription::sendNext()
{
    if (_resume)
        sendGap(*std::exchange(_resume, std::nullopt));
    else if (_kept)
        sendKept();
    else if (_at < _ring.oldest())
        sendGap(std::min(_ring.oldest(), last()));
    else
        sendSome();
}

/// Not one by one: what stands around a frame costs as much as the frame.
void Subscription::sendSome()
{
    std::array<std::string_view, kTogether> frames;
    std::size_t count = 0;
    for (std::size_t bytes = 0; _at < last() && count < frames.size() && bytes < kBytesTogether; ++_at)
    {
        const EventPtr& event = _ring.at(_at);
        if (!_filter.wants(*event, _rights)) continue;
        frames[count++] = event->json;
        bytes += event->json.size();
    }
    if (count != 0) _stream->frames("event", {frames.data(), count});
}

void Subscription::sendKept()
{
    const EventPtr event = _kept->take();
    _at = event ? event->seq + 1 : *_until;
    if (event) _stream->frame("event", event->json);
}

/// What the reader was too slow for is told in one event, with the seq of the oldest that follows it.
void Subscription::sendGap(std::uint64_t resume)
{
    std::string data;
    JsonWriter(data).beginObject().field("missed", resume - _at).endObject();
    _at = resume;
    _ring.countGap();
    _stream->frame("event", _ring.write(_at, "events.gap", data));
}

/// A replay's reader was told how many will come. Only one that finds no room, with those of all others, may still miss some.
void Subscription::keepTheRest()
{
    _asked = true;
    const std::uint64_t first = std::max(_at, _ring.oldest());
    std::deque<EventPtr> rest;
    for (std::uint64_t seq = first; seq < *_until; ++seq)
        if (EventPtr event = _ring.at(seq); _filter.wants(*event, _rights)) rest.push_back(std::move(event));
    if (!_ring.reserve(rest.size())) return;
    _kept.emplace(_ring, std::move(rest));
    if (_at < first) _resume = std::min(first, last());
}

void Subscription::waitForRoom()
{
    _waiting = true;
    if (_until && !_asked) keepTheRest();
    // Keeps a replay alive, which nobody else refers to.
    _stream->onWritable(
        [self = shared_from_this()]
        {
            self->_waiting = false;
            self->send();
        });
}

Subscriptions::Subscriptions(EventRing& ring, std::function<void()> needTurnEnd) : _ring(ring), _needTurnEnd(std::move(needTurnEnd))
{
    _ring.onPublished(
        [this]
        {
            if (!_followers.empty()) _needTurnEnd();
        });
}

Subscriptions::~Subscriptions()
{
    _ring.onPublished(nullptr);
}

void Subscriptions::add(std::shared_ptr<Subscription> subscription)
{
    _followers.push_back(std::move(subscription));
}

void Subscriptions::remove(const Subscription* subscription)
{
    std::erase_if(_followers, [&](const std::shared_ptr<Subscription>& follower) { return follower.get() == subscription; });
}

void Subscriptions::sendAll(const std::function<void()>& sent)
{
    if (_offered == _ring.next()) return;
    _offered = _ring.next();
    // A reader that ends while it is sent to is taken out of the list.
    const auto followers = _followers;
    for (const auto& follower : followers)
    {
        follower->send();
        if (sent) sent();
    }
}

} // namespace venomx::kernel
