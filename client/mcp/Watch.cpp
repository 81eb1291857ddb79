#include "client/mcp/Watch.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/mcp/Reply.h"
#include "client/mcp/Topics.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr Clock::duration kTogether = std::chrono::milliseconds{100};
constexpr Clock::duration kRetry = std::chrono::seconds{1};
constexpr std::string_view kUpdated{"notifications/resources/updated"};
constexpr std::string_view kAcknowledged{"notifications/subscriptions/acknowledged"};
constexpr std::string_view kSubscription{"io.modelcontextprotocol/subscriptionId"};

bool isList(std::string_view topic)
{
    return topic == kToolList || topic == kResourceList;
}

std::string metaOf(std::string_view subscription)
{
    return concat({"{\"", kSubscription, "\":", subscription, "}"});
}

} // namespace

Watch::Watch(Calls& calls, Outbox& out) : _calls(calls), _out(out) {}

void Watch::add(std::string_view key, std::string_view subscription, std::string_view topic)
{
    Listener& listener = _listeners[std::string{key}];
    listener.subscription = subscription;
    const bool isNew = !isFollowed(topic);
    listener.topics.emplace(topic);
    if (!isNew) return;
    _calls.whenReady(
        kNobody, [this, name = std::string{topic}](const Toolbox&) { open(name); }, [](const Failure&) {});
}

void Watch::unfollow(std::string_view topic)
{
    const auto listener = _listeners.find(std::string_view{});
    if (listener == _listeners.end()) return;
    if (const auto found = listener->second.topics.find(topic); found != listener->second.topics.end())
        listener->second.topics.erase(found);
    dropUnfollowed();
}

void Watch::listen(const Asker& asker, const Value* params)
{
    const Value* filter = params != nullptr ? params->find("notifications") : nullptr;
    if (filter == nullptr || !filter->is(Value::Kind::object)) return _out.add(errorReply(asker.id.text, kInvalidParams));
    const std::vector<std::string> topics = topicsOf(*filter);
    std::string said;
    JsonWriter json{said};
    json.beginObject().rawField("_meta", metaOf(asker.id.text)).rawField("notifications", filterOf(topics)).endObject();
    _out.add(notification(kAcknowledged, said));
    _listeners[asker.id.key].subscription = asker.id.text;
    for (const std::string& topic : topics) add(asker.id.key, asker.id.text, topic);
}

void Watch::forget(std::string_view key)
{
    if (const auto found = _listeners.find(key); found != _listeners.end() && !key.empty()) _listeners.erase(found);
    dropUnfollowed();
}

void Watch::close()
{
    for (const auto& [key, listener] : std::exchange(_listeners, {}))
        if (!listener.subscription.empty()) _out.add(closedReply(listener.subscription, kSubscription));
    _retry.reset();
    _telling.reset();
}

bool Watch::isFollowed(std::string_view topic) const
{
    return std::ranges::any_of(_listeners, [&](const auto& entry) { return entry.second.topics.contains(topic); });
}

void Watch::open(const std::string& topic)
{
    if (!isFollowed(topic) || _streams.contains(topic)) return;
    std::vector<std::int64_t>& streams = _streams[topic];
    for (const Question& source : sourcesOf(topic, _calls.link().toolbox()->manifest()))
        streams.push_back(_calls.ask(kNobody, source.verb, source.params, true,
                                     {.answered = [this, topic](const Frame&) { mark(topic); },
                                      .failed = [](const Failure&) {},
                                      .arrived =
                                          [this, topic](const Frame& frame)
                                      {
                                          if (frame.kind != Frame::Kind::ok) mark(topic);
                                      }}));
}

void Watch::openAll()
{
    std::set<std::string, std::less<>> topics;
    for (const auto& [key, listener] : _listeners) topics.insert(listener.topics.begin(), listener.topics.end());
    for (const std::string& topic : topics) open(topic);
}

void Watch::met(std::string_view manifestHash)
{
    _retry.reset();
    if (!_hash.empty() && _hash != manifestHash) mark(kToolList);
    _hash = manifestHash;
    openAll();
    if (!std::exchange(_wasLost, false)) return;
    // What happened meanwhile nobody told.
    for (const auto& [topic, streams] : _streams)
        if (topic != kToolList) mark(topic);
}

void Watch::lost()
{
    _streams.clear();
    _wasLost = true;
    const bool anyone = std::ranges::any_of(_listeners, [](const auto& entry) { return !entry.second.topics.empty(); });
    if (anyone) _retry = Clock::now() + kRetry;
}

void Watch::mark(std::string_view topic)
{
    // The verbs may have changed; whether they did, their hash tells.
    if (topic == kToolList && _calls.link().toolbox() != nullptr && _calls.link().toolbox()->hash() == _hash) return _calls.refresh();
    if (!isFollowed(topic)) return;
    if (topic == kToolList) return tellAll(topic);
    _changed.emplace(topic);
    if (!_telling) _telling = Clock::now() + kTogether;
}

std::optional<Clock::time_point> Watch::due() const
{
    if (_telling && _retry) return std::min(*_telling, *_retry);
    return _telling ? _telling : _retry;
}

void Watch::tell()
{
    const Clock::time_point now = Clock::now();
    if (_retry && *_retry <= now)
    {
        _retry.reset();
        _calls.whenReady(
            kNobody, [](const Toolbox&) {}, [](const Failure&) {});
    }
    if (!_telling || *_telling > now) return;
    _telling.reset();
    for (const std::string& topic : std::exchange(_changed, {})) tellAll(topic);
}

void Watch::tellAll(std::string_view topic)
{
    for (const auto& [key, listener] : _listeners)
        if (listener.topics.contains(topic)) send(listener, topic);
}

void Watch::send(const Listener& listener, std::string_view topic)
{
    std::string params;
    JsonWriter json{params};
    json.beginObject();
    if (!listener.subscription.empty()) json.rawField("_meta", metaOf(listener.subscription));
    if (!isList(topic)) json.field("uri", topic);
    json.endObject();
    _out.add(notification(isList(topic) ? topic : kUpdated, params == "{}" ? std::string_view{} : params));
}

void Watch::dropUnfollowed()
{
    for (auto at = _streams.begin(); at != _streams.end();)
    {
        if (isFollowed(at->first))
        {
            ++at;
            continue;
        }
        for (const std::int64_t stream : at->second) _calls.stop(stream);
        at = _streams.erase(at);
    }
}

} // namespace venomx::client::mcp
