// Accepts clients and holds their connections. Owned by the daemon; made before it listens, destroyed after its plugins have
// stopped. Control loop only.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>
#include <venomx/sdk/unique_fd.h>

#include "kernel/wire/Connection.h"

namespace venomx::kernel
{

class Listener
{
public:
    explicit Listener(WireParts parts);
    ~Listener(); ///< closes every connection
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// Connections made later keep the frame limit; the rest holds for all at once.
    void limit(const WireLimits& limits);

    /// `socket` listens, and stays the caller's.
    void open(int socket);
    void stopAccepting();

    /// At the end of a turn.
    void flush();
    /// At the end of this turn at the earliest: its connections end.
    void revoke(PrincipalId principal);
    /// Ends all connections, as far as their clients read what is left within a second.
    void finish();

    [[nodiscard]] std::size_t connections() const { return _connections.size(); }
    [[nodiscard]] const Counter& refused() const { return _context.crowding.counter(); }
    /// Under way, waits and streams apart.
    [[nodiscard]] std::size_t requests() const;
    /// When the last connection has gone.
    void onEmpty(std::function<void()> told) { _onEmpty = std::move(told); }

private:
    void accept();
    bool acceptOne();
    bool acceptCramped();
    bool failed();
    void pause();
    void welcome(UniqueFd socket, bool cramped);
    void seat(UniqueFd socket, const Peer& peer, Standing standing);
    void turnAway(const UniqueFd& socket, const Refusal& refusal);
    void drop(Connection& connection);
    void makeRoom(int number);
    void watchHellos();
    void endSilent();

    WireContext _context;
    int _socket{-1};
    EventLoop::TimerId _pause{EventLoop::TimerId::none};
    EventLoop::TimerId _hellos{EventLoop::TimerId::none}; ///< runs while one has not said hello
    SpareDescriptors _spare;
    std::unordered_map<int, std::shared_ptr<Connection>> _connections;
    std::vector<std::shared_ptr<Connection>> _dirty;
    std::function<void()> _onEmpty;
};

} // namespace venomx::kernel
