#include "kernel/events/EventVerbs.h"

#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{
namespace
{

constexpr Type kWord = Type::string();
constexpr Param kParams[] = {
    {.name = "since", .type = Type::integer(0), .summary = "First seq wanted; 0: the oldest kept; default: from now on"},
    {.name = "boot", .type = Type::string(), .summary = "The life of the daemon that since belongs to"},
    // {event kinds}: kEventKinds, which the manifest fills in.
    {.name = "kinds",
     .type = Type::array(kWord),
     .summary = "Only events of these kinds, 64 at most, or family.* for all of a family; events.gap always comes. "
                "There are: {event kinds}"},
    {.name = "pane", .type = Type::string(), .summary = "Only events about this pane"},
    {.name = "session", .type = Type::string(), .summary = "Only events about this session and what is in it; id or name"},
    {.name = "follow", .type = Type::boolean(), .summary = "Go on with what happens from now on", .fallback = true},
};
constexpr Param kResult[] = {
    {.name = "boot", .type = Type::string(), .required = true, .summary = "This life of the daemon"},
    {.name = "from", .type = Type::integer(), .required = true, .summary = "First seq that is looked at"},
    {.name = "next", .type = Type::integer(), .required = true, .summary = "Seq of the next event that will happen"},
    {.name = "count", .type = Type::integer(), .required = true, .summary = "Event frames that follow from what has happened already"},
};
constexpr Param kParamPath[] = {{.name = "param", .type = Type::string(), .required = true, .summary = "Which one, such as kinds.0"}};
constexpr ErrorSpec kErrors[] = {
    {.code = "not_found.pane", .when = "No such pane"},
    {.code = "not_found.session", .when = "No such session"},
    {.code = "invalid_params.kinds", .when = "What kinds holds is written like no kind of an event, or too much", .data = kParamPath},
    {.code = "conflict.boot", .when = "since belongs to another life of the daemon"},
};
constexpr Example kExamples[] = {
    {.summary = "Follow what happens", .params = "{}"},
    {.summary = "All that is remembered about exits", .params = R"({"since":0,"kinds":["pane.exited"],"follow":false})"},
};
constexpr VerbSpec kSpec{
    .name = "events",
    .summary = "Read and follow the events",
    .description =
        "Each event is `{seq, at, kind, data}`. A caller gets those that it may read. One who is too slow for the daemon's memory of "
        "events gets an `events.gap` with the number `missed`. With `follow` false the stream ends after `count` events. A kind that no "
        "plugin publishes is no error: it is waited for.",
    .authorize = {{Right::read, "pane"}, {Right::read, "session"}},
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples,
    .stream = true,
    .waits = true,
};
static_assert(valid(kSpec));

/// Each event is compared with them all, on the control loop.
constexpr std::size_t kMostKinds = 64;
constexpr std::size_t kLongestKind = 64;

/// Plugins publish kinds of their own, and later ones more, so that only the form can be judged.
bool kindOrFamily(std::string_view text)
{
    if (text.size() > kLongestKind) return false;
    if (text.ends_with(".*")) return checks::plainName(text.substr(0, text.size() - 2));
    return checks::verbName(text);
}

EventFilter filterOf(const Call& call)
{
    EventFilter filter{.reader = call.caller(), .kinds = {}, .pane = {}, .session = {}};
    if (call.find("pane") != nullptr) filter.pane = call.pane().resource();
    if (call.find("session") != nullptr) filter.session = call.session().resource();
    if (const Value* kinds = call.find("kinds"))
    {
        if (kinds->items().size() > kMostKinds)
            throw Refusal{"invalid_params.kinds", "more kinds than 64; a family is written principal.*"}.at("kinds");
        for (const Value& kind : kinds->items())
        {
            if (!kindOrFamily(kind.asString()))
                throw Refusal{"invalid_params.kinds", "a kind is written like principal.created, or principal.* for all of a family"}.at(
                    "kinds." + std::to_string(filter.kinds.size()));
            filter.kinds.emplace_back(kind.asString());
        }
    }
    return filter;
}

std::uint64_t startOf(const Call& call, const EventRing& ring)
{
    const auto since = call.findInteger("since");
    if (!since) return ring.next();
    return *since == 0 ? ring.oldest() : static_cast<std::uint64_t>(*since);
}

void run(const EventParts& parts, Call& call)
{
    const auto boot = call.findText("boot");
    if (boot && *boot != parts.info.boot()) throw Refusal{"conflict.boot", "the events of another life of the daemon are gone"};
    const std::uint64_t from = startOf(call, parts.ring);
    const bool follow = call.flag("follow");
    const auto until = follow ? std::nullopt : std::optional{parts.ring.next()};
    auto subscription = std::make_shared<Subscription>(parts.ring, parts.rights, filterOf(call), from, until);
    Result result;
    result.field("boot", parts.info.boot()).field("from", from).field("next", parts.ring.next()).field("count", subscription->ready());
    const std::shared_ptr<Stream> stream = call.stream(std::move(result));
    subscription->attach(stream);
    if (follow)
    {
        parts.subscriptions.add(subscription);
        stream->onEnd([&subscriptions = parts.subscriptions, gone = subscription.get()] { subscriptions.remove(gone); });
    }
    else
        stream->onEnd(
            [weak = std::weak_ptr{subscription}]
            {
                if (const auto replay = weak.lock()) replay->letGo();
            });
    subscription->send();
}

} // namespace

Verb eventsVerb(EventParts parts)
{
    return {.spec = &kSpec, .run = [parts](Call& call) { run(parts, call); }};
}

} // namespace venomx::kernel
