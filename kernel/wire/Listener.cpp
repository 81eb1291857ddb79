#include "kernel/wire/Listener.h"

#include <cerrno>
#include <cstring>
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
    if (socket)
    {
        welcome(std::move(socket));
        return true;
    }
    if (errno == EINTR || errno == ECONNABORTED) return true;
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) pause();
    return false;
}

void Listener::pause()
{
    _context.parts.log.warning(std::string{"cannot accept a connection: "} + std::strerror(errno));
    _context.parts.loop.unwatch(_socket);
    _pause = _context.parts.loop.after(kPause,
                                       [this]
                                       {
                                           _pause = EventLoop::TimerId::none;
                                           open(_socket);
                                       });
}

void Listener::welcome(UniqueFd socket)
{
    const Peer peer = peerOf(socket.get());
    if (!sameUser(peer)) return turnAway(socket, peer);
    auto connection = std::make_shared<Connection>(_context, std::move(socket), peer,
                                                   Connection::Owner{.dirty =
                                                                         [this](Connection& dirty)
                                                                     {
                                                                         _dirty.push_back(dirty.shared_from_this());
                                                                         _context.parts.loop.needTurnEnd();
                                                                     },
                                                                     .gone = [this](Connection& gone) { drop(gone); }});
    _connections.insert_or_assign(connection->number(), connection);
    connection->open();
}

void Listener::turnAway(const UniqueFd& socket, const Peer& peer)
{
    const Refusal refusal = wire_errors::peer();
    _context.parts.denied(PrincipalId::unknown(), peer.pid, refusal.code());
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
    if (_connections.empty() && _onEmpty) _onEmpty();
}

void Listener::flush()
{
    const auto dirty = std::exchange(_dirty, {});
    for (const auto& connection : dirty) connection->flush();
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
