// What is asked of the daemon, any number of things at a time: it makes the connection when it is first needed, and brings each
// answer to whoever asked. Requests belong to an owner (the client's request that needs them, or nobody in particular), so that
// cancelling it ends them all. Owned by Server; one thread. Handlers may ask and cancel; views end with the handler.
#pragma once

#include "client/mcp/Link.h"
#include "client/mcp/Settings.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client::mcp
{

/// The owner of what serves no one request.
constexpr std::string_view kNobody{};

class Calls
{
public:
    using Ready = std::function<void(const Toolbox&)>;
    using Failed = std::function<void(const Failure&)>;

    /// One of `answered` and `failed` ends it, unless it was cancelled before.
    struct Handlers
    {
        std::function<void(const Frame&)> answered; ///< the answer; of a stream its end
        Failed failed;
        std::function<void(const Frame&)> arrived; ///< of a stream: its answer and what it brings
    };

    explicit Calls(const Settings& settings);

    /// `ready` when there is a connection, perhaps within this call; `failed` when there will be none.
    void whenReady(std::string_view owner, Ready ready, Failed failed);
    /// To be called when ready. `stream`: the answer is followed by frames.
    std::int64_t ask(std::string_view owner, std::string_view verb, std::string_view params, bool stream, Handlers handlers);
    /// Ends all that the owner has under way; none of its handlers is called any more.
    void cancel(std::string_view owner);
    void stop(std::int64_t request);

    /// Called each time there is a connection, and when the daemon's verbs were read anew.
    void onMet(std::function<void(const Toolbox&)> met) { _met = std::move(met); }
    /// Reads the daemon's verbs again.
    void refresh();
    /// Called when the connection is lost, after all handlers.
    void onLost(std::function<void()> lost) { _lost = std::move(lost); }

    /// Whether a client's request is under way.
    [[nodiscard]] bool empty() const;
    [[nodiscard]] Link& link() { return _link; }
    [[nodiscard]] const Link& link() const { return _link; }

private:
    struct Waiting
    {
        std::string owner;
        Ready ready;
        Failed failed;
    };
    struct Running
    {
        std::string owner;
        bool stream{false};
        std::shared_ptr<const Handlers> handlers;
    };

    void startWaiting();
    void take(const Frame& frame);
    void fail(const Failure& failure);

    Link _link;
    std::vector<Waiting> _waiting;
    std::map<std::int64_t, Running> _running;
    std::function<void(const Toolbox&)> _met;
    std::function<void()> _lost;
};

} // namespace venomx::client::mcp
