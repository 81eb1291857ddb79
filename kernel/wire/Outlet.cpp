#include "kernel/wire/Outlet.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <sys/uio.h>

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kParts = 16;

} // namespace

Outlet::Outlet(int socket, ControlLoop& loop, const WireLimits& limits, std::function<void()> stalled)
    : _socket(socket), _loop(loop), _limits(limits), _stalled(std::move(stalled)), _queue(limits.output)
{
}

Outlet::~Outlet()
{
    if (_stallTimer != EventLoop::TimerId::none) _loop.cancel(_stallTimer);
}

Outlet::Flushed Outlet::flush()
{
    while (!_queue.empty())
    {
        std::array<iovec, kParts> parts;
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = _queue.front(parts);
        const ssize_t sent = ::sendmsg(_socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS))
        {
            watchStall();
            return Flushed::blocked;
        }
        if (sent < 0) return Flushed::gone;
        _queue.consume(static_cast<std::size_t>(sent));
        if (_stallTimer != EventLoop::TimerId::none) _progress = std::chrono::steady_clock::now();
    }
    if (_stallTimer != EventLoop::TimerId::none) _loop.cancel(std::exchange(_stallTimer, EventLoop::TimerId::none));
    return Flushed::all;
}

void Outlet::watchStall()
{
    if (_stallTimer != EventLoop::TimerId::none) return;
    _progress = std::chrono::steady_clock::now();
    _stallTimer = _loop.after(_limits.stall, [this] { checkStall(); });
}

void Outlet::checkStall()
{
    _stallTimer = EventLoop::TimerId::none;
    const auto quiet = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - _progress);
    if (quiet >= _limits.stall) return _stalled();
    _stallTimer = _loop.after(_limits.stall - quiet, [this] { checkStall(); });
}

void Outlet::whenWritable(std::uint64_t id, std::function<void()> ready)
{
    _writers.emplace_back(id, std::move(ready));
}

void Outlet::forget(std::uint64_t id)
{
    std::erase_if(_writers, [&](const auto& writer) { return writer.first == id; });
}

void Outlet::offerRoom()
{
    // Each is asked once: one that fills the room again waits behind the others.
    auto writers = std::exchange(_writers, {});
    auto next = writers.begin();
    while (next != writers.end() && writable()) std::exchange((next++)->second, nullptr)();
    _writers.insert(_writers.begin(), std::make_move_iterator(next), std::make_move_iterator(writers.end()));
}

void Outlet::clear()
{
    _queue.clear();
    _writers.clear();
    if (_stallTimer != EventLoop::TimerId::none) _loop.cancel(std::exchange(_stallTimer, EventLoop::TimerId::none));
}

} // namespace venomx::kernel
