#include "kernel/wire/Listener.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "kernel/wire/ReplyWriter.h"
#include "kernel/wire/WireErrors.h"

namespace venomx::kernel
{
namespace
{

constexpr int kAcceptedATurn = 64;
/// With no descriptors left, the next try is worth something only when others had time to close theirs.
constexpr std::chrono::milliseconds kPause{100};

} // namespace

Listener::Listener(WireParts parts) : _context{.parts = std::move(parts), .limits = {}}
{
    _context.parts.loop.onTurnEnd(TurnStage::flush, [this] { flush(); });
}

Listener::~Listener()
{
    stopAccepting();
    _context.parts.loop.onTurnEnd(TurnStage::flush, nullptr);
    _onEmpty = nullptr;
    const auto connections = std::exchange(_connections, {});
    for (const auto& [fd, connection] : connections) connection->close();
    if (_hellos != EventLoop::TimerId::none) _context.parts.loop.cancel(_hellos);
}

void Listener::limit(const WireLimits& limits)
{
    _context.limits = limits;
    _context.longAnswers.look();
    // The deadline may be another one now.
    if (_hellos != EventLoop::TimerId::none) _context.parts.loop.cancel(std::exchange(_hellos, EventLoop::TimerId::none));
    watchHellos();
}

void Listener::open(int socket)
{
    _socket = socket;
    _context.parts.loop.watch(_socket, EPOLLIN, [this](std::uint32_t) { accept(); });
}

void Listener::stopAccepting()
{
    if (_socket < 0) return;
    if (_pause != EventLoop::TimerId::none)
        _context.parts.loop.cancel(std::exchange(_pause, EventLoop::TimerId::none));
    else
        _context.parts.loop.unwatch(_socket);
    _socket = -1;
}

void Listener::accept()
{
    for (int accepted = 0; accepted < kAcceptedATurn && acceptOne(); ++accepted)
    {
    }
}

bool Listener::acceptOne()
{
    UniqueFd socket{::accept4(_socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (!socket) return (errno == EMFILE || errno == ENFILE) ? acceptCramped() : failed();
    welcome(std::move(socket), false);
    return true;
}

/// There are no descriptors left. With a spare one it can be found out who wants in, and who makes room for it.
bool Listener::acceptCramped()
{
    const SpareDescriptors::Lent descriptors{_spare};
    UniqueFd socket{::accept4(_socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (socket)
    {
        welcome(std::move(socket), true);
        return true;
    }
    if (errno != EMFILE && errno != ENFILE) return failed();
    // Others took the spare ones: whoever makes room gives them back.
    const auto leaves = _context.places.leaving();
    if (!leaves) return failed();
    makeRoom(*leaves);
    return true;
}

/// Is it worth trying again at once?
bool Listener::failed()
{
    if (errno == EINTR || errno == ECONNABORTED) return true;
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) pause();
    return false;
}

void Listener::pause()
{
    _context.crowding.note("system");
    _context.parts.loop.unwatch(_socket);
    _pause = _context.parts.loop.after(kPause,
                                       [this]
                                       {
                                           _pause = EventLoop::TimerId::none;
                                           open(_socket);
                                       });
}

void Listener::welcome(UniqueFd socket, bool cramped)
{
    const Peer peer = peerOf(socket.get());
    if (!sameUser(peer))
    {
        const Refusal refusal = wire_errors::peer();
        _context.parts.denied(PrincipalId::unknown(), peer.pid, refusal.code());
        return turnAway(socket, refusal);
    }
    Standing standing = _context.parts.peers.identify(peer);
    const Places::Ruling ruling = _context.places.rule(standing, cramped);
    if (!ruling.admitted)
    {
        _context.crowding.note(ruling.bound);
        return turnAway(socket, wire_errors::busy());
    }
    if (ruling.leaves) makeRoom(*ruling.leaves);
    seat(std::move(socket), peer, standing);
}

void Listener::seat(UniqueFd socket, const Peer& peer, Standing standing)
{
    auto place = _context.places.enter(socket.get(), standing, std::chrono::steady_clock::now());
    Caller caller{.pid = peer.pid, .standing = standing, .place = std::move(place)};
    auto connection = std::make_shared<Connection>(_context, std::move(socket), std::move(caller),
                                                   Connection::Owner{.dirty =
                                                                         [this](Connection& dirty)
                                                                     {
                                                                         _dirty.push_back(dirty.shared_from_this());
                                                                         _context.parts.loop.needTurnEnd();
                                                                     },
                                                                     .gone = [this](Connection& gone) { drop(gone); }});
    _connections.insert_or_assign(connection->number(), connection);
    connection->open();
    watchHellos();
}

void Listener::makeRoom(int number)
{
    _context.crowding.note("room");
    const auto connection = _connections.at(number);
    connection->turnOut(wire_errors::busy());
}

/// One timer for all, and none once all have said hello.
void Listener::watchHellos()
{
    const auto oldest = _context.places.oldest();
    if (!oldest)
    {
        if (_hellos != EventLoop::TimerId::none) _context.parts.loop.cancel(std::exchange(_hellos, EventLoop::TimerId::none));
        return;
    }
    if (_hellos != EventLoop::TimerId::none) return;
    const auto left = oldest->since + _context.limits.hello - std::chrono::steady_clock::now();
    _hellos = _context.parts.loop.after(std::max(std::chrono::ceil<std::chrono::milliseconds>(left), std::chrono::milliseconds{0}),
                                        [this]
                                        {
                                            _hellos = EventLoop::TimerId::none;
                                            endSilent();
                                        });
}

void Listener::endSilent()
{
    const auto begun = std::chrono::steady_clock::now() - _context.limits.hello;
    for (auto oldest = _context.places.oldest(); oldest && oldest->since <= begun; oldest = _context.places.oldest())
    {
        _context.crowding.note("hello");
        const auto connection = _connections.at(oldest->number);
        connection->turnOut(wire_errors::helloLate());
    }
    watchHellos();
}

void Listener::turnAway(const UniqueFd& socket, const Refusal& refusal)
{
    std::string frame;
    JsonWriter writer{frame};
    writer.beginObject().key("id").null().key("error");
    writeError(writer, refusal);
    writer.endObject();
    frame += '\n';
    static_cast<void>(::send(socket.get(), frame.data(), frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

void Listener::drop(Connection& connection)
{
    _connections.erase(connection.number());
    watchHellos();
    if (_connections.empty() && _onEmpty) _onEmpty();
}

void Listener::flush()
{
    const auto dirty = std::exchange(_dirty, {});
    for (const auto& connection : dirty) connection->flush();
    watchHellos();
}

void Listener::revoke(PrincipalId principal)
{
    _context.parts.loop.post(
        [this, principal]
        {
            const auto connections = _connections;
            for (const auto& [fd, connection] : connections)
                if (connection->dialogue().greeted() && connection->dialogue().principal() == principal) connection->revoke();
        });
}

void Listener::finish()
{
    const auto connections = _connections;
    for (const auto& [fd, connection] : connections) connection->finish();
}

std::size_t Listener::requests() const
{
    std::size_t count = 0;
    for (const auto& [fd, connection] : _connections) count += connection->dialogue().requests();
    return count;
}

} // namespace venomx::kernel
