#include "tests/fuzz/WireRoom.h"

#include <array>
#include <sys/socket.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/Authorities.h"
#include "kernel/loop/SystemClock.h"
#include "kernel/verbs/Registry.h"
#include "kernel/wire/Connection.h"
#include "tests/fuzz/Require.h"
#include "tests/fuzz/RoomVerbs.h"

namespace venomx::fuzz
{
namespace
{

using namespace venomx::kernel;

/// What verbs do badly is logged, and is theirs to do; what leaves a callback of the loop is a fault of ours.
class StrictLog final : public Log
{
public:
    void write(LogLevel, std::string_view text) override
    {
        require(!text.starts_with("control loop:"), "something was thrown that nobody caught");
    }
};

/// Everybody is from outside.
class PlainPeers final : public Peers
{
public:
    [[nodiscard]] Standing identify(const Peer&) override { return outside(); }
    [[nodiscard]] bool undecided(Standing&) override { return false; }
    [[nodiscard]] static Standing outside() { return {.withoutToken = PrincipalId::unknown(), .ownerToken = true}; }
};

} // namespace

struct WireRoom::Parts
{
    Parts()
    {
        registry.describe({.name = "room", .version = "0", .summary = "Verbs of every kind"});
        registry.add("room", verbs.verbs());
    }

    GateHooks hooks()
    {
        GateHooks hooks;
        hooks.post = [this](std::function<void()> task) { loop.post(std::move(task)); };
        hooks.onLoop = [this] { return loop.onThread(); };
        hooks.checkResults = true;
        return hooks;
    }

    void turn()
    {
        loop.post([this] { loop.stop(); });
        loop.run();
    }

    StrictLog log;
    SystemClock clock;
    SystemProcesses processes;
    ControlLoop loop{log};
    Authorities authorities{loop, clock, processes, 64};
    PlainPeers peers;
    RoomVerbs verbs;
    Registry registry;
    Gate gate{registry, authorities.rights, log, hooks()};
    WireContext context{.parts = {.loop = loop,
                                  .gate = gate,
                                  .principals = authorities.principals,
                                  .peers = peers,
                                  .log = log,
                                  .denied = [](PrincipalId, pid_t, std::string_view) {},
                                  .boot = "0123456789abcdef",
                                  .manifestHash = []() -> std::string_view { return "none"; }},
                        .limits = {}};
};

/// The client's end, and the daemon's end with its connection.
class WireRoom::Client
{
public:
    explicit Client(Parts& parts) : _parts(parts)
    {
        std::array<int, 2> ends{};
        require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0, "no sockets");
        _socket = UniqueFd(ends[0]);
        UniqueFd theirs(ends[1]);
        const Standing standing = PlainPeers::outside();
        Caller caller{.pid = 1, .standing = standing, .place = parts.context.places.enter(theirs.get(), standing, {})};
        _connection = std::make_shared<Connection>(
            parts.context, std::move(theirs), std::move(caller),
            Connection::Owner{.dirty = [this](Connection&) { _dirty = true; }, .gone = [this](Connection&) { _gone = true; }});
        parts.loop.onTurnEnd(TurnStage::flush, [this] { flush(); });
        _connection->open();
    }
    ~Client() { _parts.loop.onTurnEnd(TurnStage::flush, nullptr); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(std::string_view piece)
    {
        // The daemon may have hung up: then nobody reads this.
        static_cast<void>(::send(_socket.get(), piece.data(), piece.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
        turn();
    }
    void sendNoMore() { ::shutdown(_socket.get(), SHUT_WR); }
    /// A turn of the loop; true: the daemon said something.
    bool turn()
    {
        // One that writes outside of a turn's reads asks for its end as the daemon's does.
        if (_dirty) _parts.loop.needTurnEnd();
        _parts.turn();
        return receive();
    }
    [[nodiscard]] bool gone() const { return _gone; }
    [[nodiscard]] std::string& heard() { return _heard; }

private:
    void flush()
    {
        if (std::exchange(_dirty, false)) _connection->flush();
    }
    bool receive()
    {
        const std::size_t before = _heard.size();
        std::array<char, 4096> bytes{};
        for (ssize_t count = 1; count > 0;)
        {
            count = ::recv(_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (count > 0) _heard.append(bytes.data(), static_cast<std::size_t>(count));
        }
        return _heard.size() != before;
    }

    Parts& _parts;
    UniqueFd _socket;
    std::shared_ptr<Connection> _connection;
    bool _dirty{false};
    bool _gone{false};
    std::string _heard;
};

WireRoom::WireRoom() : _parts(std::make_unique<Parts>()) {}
WireRoom::~WireRoom() = default;

std::string WireRoom::converse(std::span<const std::string_view> pieces, const WireLimits& limits)
{
    constexpr int kSilent = 4; ///< turns without a word: nothing is under way any more
    constexpr int kPatience = 10'000;
    _parts->context.limits = limits;
    Client client(*_parts);
    for (const std::string_view piece : pieces) client.send(piece);
    client.sendNoMore();
    int silent = 0;
    for (int turns = 0; !client.gone(); ++turns)
    {
        require(turns < kPatience, "a connection does not end");
        silent = client.turn() ? 0 : silent + 1;
        if (silent >= kSilent) _parts->verbs.release();
    }
    require(_parts->verbs.idle(), "a call outlives its connection");
    return std::move(client.heard());
}

} // namespace venomx::fuzz
