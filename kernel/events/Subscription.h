// One reader of the ring: where it is, what it wants and may see. Control loop only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/call.h>

#include "kernel/authority/Rights.h"
#include "kernel/events/KeptEvents.h"

namespace venomx::kernel
{

struct EventFilter
{
    PrincipalId reader;
    std::vector<std::string> kinds; ///< or `family.*`; empty: all
    std::optional<ResourceId> pane;
    std::optional<ResourceId> session;

    [[nodiscard]] bool wants(const Event& event, const Rights& rights) const;
};

class Subscription : public std::enable_shared_from_this<Subscription>
{
public:
    /// `until`: the seq at which it ends; nothing: it follows.
    Subscription(const EventRing& ring, const Rights& rights, EventFilter filter, std::uint64_t from, std::optional<std::uint64_t> until);

    /// Event frames that `send` would hand over now, to `until` or all that is there, the gap's among them.
    [[nodiscard]] std::uint64_t ready() const;
    void attach(std::shared_ptr<Stream> stream) { _stream = std::move(stream); }
    /// Hands over what there is, as far as the reader takes it, and ends the stream at `until`.
    void send();
    /// Nobody reads any more.
    void letGo() { _kept.reset(); }

private:
    [[nodiscard]] std::uint64_t last() const;
    void sendNext();
    void sendSome();
    void sendKept();
    void sendGap(std::uint64_t resume);
    void waitForRoom();
    void keepTheRest();

    const EventRing& _ring;
    const Rights& _rights;
    EventFilter _filter;
    std::uint64_t _at;
    std::optional<std::uint64_t> _until;
    std::shared_ptr<Stream> _stream;
    std::optional<KeptEvents> _kept;      ///< of a replay that waits for its reader
    std::optional<std::uint64_t> _resume; ///< where the gap ends that goes before those
    bool _asked{false};                   ///< for room to keep them
    bool _waiting{false};
};

/// Those who follow. What is published in one turn of the loop reaches them at its end.
class Subscriptions
{
public:
    Subscriptions(EventRing& ring, std::function<void()> needTurnEnd);
    ~Subscriptions();
    Subscriptions(const Subscriptions&) = delete;
    Subscriptions& operator=(const Subscriptions&) = delete;

    void add(std::shared_ptr<Subscription> subscription);
    void remove(const Subscription* subscription);
    /// At the end of a turn. `sent` is called after each reader: what one is sent can be on its way before the next one's share
    /// takes its place in the same memory.
    void sendAll(const std::function<void()>& sent = nullptr);
    [[nodiscard]] std::size_t count() const { return _followers.size(); }

private:
    EventRing& _ring;
    std::function<void()> _needTurnEnd;
    std::vector<std::shared_ptr<Subscription>> _followers;
    std::uint64_t _offered{1}; ///< events before this were offered to all
};

} // namespace venomx::kernel
