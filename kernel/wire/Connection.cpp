#include "kernel/wire/Connection.h"

#include <cerrno>
#include <new>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "kernel/wire/WireErrors.h"

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kRead = std::size_t{64} * 1024;
/// How long a client may take to read the last of a connection that closes.
constexpr std::chrono::milliseconds kLastWords{1000};

} // namespace

Connection::Connection(WireContext& context, UniqueFd socket, Caller caller, Owner owner)
    : _context(context), _socket(std::move(socket)), _owner(std::move(owner)),
      _outlet(_socket.get(), context.parts.loop, context.limits, [this] { close(); }), _lines(context.limits.frame),
      _dialogue(std::make_shared<Dialogue>(context, *this, std::move(caller)))
{
}

Connection::~Connection()
{
    if (_deadline != EventLoop::TimerId::none) _context.parts.loop.cancel(_deadline);
    _dialogue->close();
}

void Connection::open()
{
    _watched = EPOLLIN;
    _context.parts.loop.watch(_socket.get(), _watched,
                              [weak = weak_from_this()](std::uint32_t events)
                              {
                                  if (const auto self = weak.lock()) self->ready(events);
                              });
}

template <class Work>
void Connection::withMemory(Work&& work)
{
    const auto self = shared_from_this();
    try
    {
        try
        {
            work();
        }
        catch (const std::bad_alloc&)
        {
            _context.crowding.note("system");
            turnOut(wire_errors::busy());
        }
    }
    catch (const std::bad_alloc&)
    {
        close(); // not even for its last word
    }
}

void Connection::ready(std::uint32_t events)
{
    withMemory([&] { serve(events); });
}

void Connection::serve(std::uint32_t events)
{
    // Whatever was read, its traces on the stack go at the end of the turn.
    _context.parts.loop.needTurnEnd();
    if ((events & EPOLLOUT) != 0) wrote();
    if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 && reads()) read();
    // What has come is read and started; nobody is there for the rest.
    if ((events & (EPOLLHUP | EPOLLERR)) != 0) return close();
    settle();
}

bool Connection::reads() const
{
    if (_state == State::lingering) return true;
    return _state == State::open && !_ended && !_outlet.over() && !_lines.full();
}

void Connection::read()
{
    if (_state == State::lingering) return discard();
    const std::span<char> space = _lines.space();
    const ssize_t count = ::recv(_socket.get(), space.data(), std::min(space.size(), kRead), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (count < 0) return close();
    if (count == 0)
        _ended = true;
    else
        _lines.filled(static_cast<std::size_t>(count));
    process();
}

void Connection::wrote()
{
    if (_dirty || _state == State::closed) return;
    _owner.dirty(*this);
    _dirty = true;
}

void Connection::roomToStart()
{
    if (_blocked && !_processing) processSoon();
    // The last answer may be what an end waits for.
    if (_state != State::open || _ended) wrote();
}

void Connection::hangUp()
{
    if (_state == State::open || _state == State::ending) _state = State::hangingUp;
    _lines.clear();
    wrote();
}

void Connection::flush()
{
    _dirty = false;
    if (_state != State::closed) withMemory([this] { send(); });
}

void Connection::send()
{
    const bool wasOver = _outlet.over();
    const auto flushed = _outlet.flush();
    if (flushed == Outlet::Flushed::gone) return close();
    _socketFull = flushed == Outlet::Flushed::blocked;
    _outlet.offerRoom();
    if (wasOver && !_outlet.over()) processSoon();
    _dialogue->wasRead();
    settle();
}

void Connection::processSoon()
{
    if (_soon) return;
    _context.parts.loop.post(
        [weak = weak_from_this()]
        {
            const auto self = weak.lock();
            if (!self) return;
            self->_soon = false;
            self->_context.parts.loop.needTurnEnd();
            self->withMemory(
                [&self]
                {
                    self->process();
                    self->settle();
                });
        });
    _soon = true;
}

/// Looks whether the connection has come to its end.
void Connection::settle()
{
    if (_state == State::closed) return;
    if (_outlet.empty())
    {
        if (_state == State::hangingUp || (_state == State::ending && _dialogue->idle())) return linger();
        if (_state == State::open && _ended && _dialogue->idle() && _lines.rest().empty()) return close();
    }
    interest();
}

void Connection::revoke()
{
    end(State::ending, "revoked");
}

void Connection::finish()
{
    end(State::ending, "closed");
}

void Connection::end(State state, Literal reason)
{
    if (_state != State::open) return;
    const auto self = shared_from_this();
    _state = state;
    _lines.clear();
    _dialogue->abandon(reason);
    if (_state == State::closed) return;
    _deadline = _context.parts.loop.after(kLastWords,
                                          [this]
                                          {
                                              _deadline = EventLoop::TimerId::none;
                                              close();
                                          });
    wrote();
}

void Connection::linger()
{
    if (_ended) return close();
    _state = State::lingering;
    ::shutdown(_socket.get(), SHUT_WR);
    _dialogue->abandon("closed");
    if (_state == State::closed) return;
    if (_deadline == EventLoop::TimerId::none)
        _deadline = _context.parts.loop.after(kLastWords,
                                              [this]
                                              {
                                                  _deadline = EventLoop::TimerId::none;
                                                  close();
                                              });
    interest();
}

void Connection::discard()
{
    _lines.clear();
    const std::span<char> space = _lines.space();
    const ssize_t count = ::recv(_socket.get(), space.data(), std::min(space.size(), kRead), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (count <= 0) return close();
    _lines.filled(static_cast<std::size_t>(count));
    _lines.clear();
}

void Connection::turnOut(const Refusal& why)
{
    if (_state == State::closed) return;
    const auto self = shared_from_this();
    _dialogue->refuse({}, why);
    static_cast<void>(_outlet.flush());
    close();
}

void Connection::close()
{
    if (_state == State::closed) return;
    const auto self = shared_from_this();
    _state = State::closed;
    _context.parts.loop.unwatch(_socket.get());
    _dialogue->close();
    _outlet.clear();
    _lines.clear();
    _owner.gone(*this);
    // Last: from here on the number may be another connection's.
    _socket.reset();
}

void Connection::interest()
{
    if (_state == State::closed) return;
    const std::uint32_t wanted = (reads() ? std::uint32_t{EPOLLIN} : 0U) | (_socketFull ? std::uint32_t{EPOLLOUT} : 0U);
    if (wanted == _watched) return;
    _watched = wanted;
    _context.parts.loop.change(_socket.get(), wanted);
}

} // namespace venomx::kernel
