// The server's one connection with the daemon, made when it is first needed and made anew after the daemon went away. Many
// requests are under way on it at a time, and no call waits: the owner polls the descriptor and calls `serve`.
// Owned by Server; one thread. A frame's views end with the callback that gets it.
#pragma once

#include "client/Failure.h"
#include "client/Options.h"
#include "client/manifest/ManifestCache.h"
#include "client/mcp/Settings.h"
#include "client/mcp/Toolbox.h"
#include "client/wire/Connection.h"
#include "client/wire/Frame.h"
#include "client/wire/Hello.h"
#include "client/wire/Waiting.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Link
{
public:
    /// What the owner wants to hear. From `lost` on, nothing that was under way gets an answer.
    struct Ears
    {
        std::function<void()> ready; ///< the daemon said who it is and which verbs it has
        std::function<void(const Frame&)> frame;
        std::function<void(const Failure&)> lost;
    };

    Link(const Settings& settings, Ears ears);

    /// Sees to it that there is a connection; `ready` or `lost` follows, perhaps within this call. False: it is ready already.
    [[nodiscard]] bool open();
    /// Sends a request; there must be a ready connection. `params` is a JSON object. Throws protocol.frame_too_large.
    [[nodiscard]] std::int64_t start(std::string_view verb, std::string_view params);
    void cancel(std::int64_t id);
    /// Asks a ready daemon for its verbs again; `ready` follows.
    void refresh();

    /// Of the daemon that was met last; nullptr: none was.
    [[nodiscard]] const Toolbox* toolbox() const { return _toolbox ? &*_toolbox : nullptr; }
    [[nodiscard]] const ManifestCache& cache() const { return _cache; }

    [[nodiscard]] int descriptor() const { return _connection ? _connection->descriptor() : -1; }
    [[nodiscard]] bool wantsToWrite() const { return !_unsent.empty(); }
    [[nodiscard]] std::size_t unsent() const { return _unsent.size(); }
    [[nodiscard]] std::optional<Clock::time_point> deadline() const { return _deadline; }
    /// To be called when the descriptor is ready, or the deadline has come.
    void serve();

private:
    enum class State : std::uint8_t
    {
        closed,
        greeting,   ///< hello was sent
        describing, ///< the manifest was asked for
        ready
    };

    void connect();
    void takeLines();
    void takeFrame(const Frame& frame);
    void takeGreeting(const Frame& frame);
    void takeManifest(std::string_view text);
    void becomeReady();
    void lose(const Failure& failure);
    void transmit(std::string_view bytes);
    void flush();

    Options _options;
    Toolset _toolset;
    Ears _ears;
    ManifestCache _cache;
    std::optional<Connection> _connection;
    std::optional<Toolbox> _toolbox;
    JsonReader _reader;
    Arena _arena;
    State _state{State::closed};
    Greeting _greeting;
    std::string _unsent;
    std::int64_t _lastId{kHelloId};
    std::optional<std::int64_t> _refresh; ///< the request for the verbs of a ready daemon
    std::optional<Clock::time_point> _deadline;
};

} // namespace venomx::client::mcp
