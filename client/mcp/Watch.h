// What clients want to hear of unasked: that a resource changed, that a list changed. Each topic that someone follows is held
// up by streams of the daemon's; what they bring is told at most ten times a second. A lost daemon is looked for as long as
// someone listens. Owned by Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Outbox.h"
#include "client/wire/Waiting.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client::mcp
{

/// What a listener follows: a resource by its address, or a list by the notification that tells of it.
constexpr std::string_view kToolList{"notifications/tools/list_changed"};
constexpr std::string_view kResourceList{"notifications/resources/list_changed"};

class Watch
{
public:
    Watch(Calls& calls, Outbox& out);

    /// The client of the handshake era, which is one; it need not be told of what it never asked for.
    void follow(std::string_view topic) { add({}, {}, topic); }
    void unfollow(std::string_view topic);
    /// Opens a subscription of the stateless era and acknowledges it.
    void listen(const Asker& asker, const Value* params);
    /// Ends the subscription with that key, silently.
    void forget(std::string_view key);
    /// The input has ended: closes the subscriptions.
    void close();

    /// The daemon was met, or its verbs were read anew.
    void met(std::string_view manifestHash);
    void lost();

    [[nodiscard]] std::optional<Clock::time_point> due() const;
    void tell();

private:
    struct Listener
    {
        std::string subscription; ///< the id of its request as JSON text; empty: the client of the handshake era
        std::set<std::string, std::less<>> topics;
    };

    void add(std::string_view key, std::string_view subscription, std::string_view topic);
    [[nodiscard]] bool isFollowed(std::string_view topic) const;
    void open(const std::string& topic);
    void openAll();
    void mark(std::string_view topic);
    void tellAll(std::string_view topic);
    void send(const Listener& listener, std::string_view topic);
    void dropUnfollowed();

    Calls& _calls;
    Outbox& _out;
    std::map<std::string, Listener, std::less<>> _listeners;                ///< by the key of the request
    std::map<std::string, std::vector<std::int64_t>, std::less<>> _streams; ///< a topic's, of the present connection
    std::set<std::string, std::less<>> _changed;
    std::optional<Clock::time_point> _telling;
    std::optional<Clock::time_point> _retry;
    std::string _hash; ///< of the verbs that were met last
    bool _wasLost{false};
};

} // namespace venomx::client::mcp
