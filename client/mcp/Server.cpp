#include "client/mcp/Server.h"

#include "client/mcp/Reply.h"

#include <algorithm>

namespace venomx::client::mcp
{
namespace
{

/// What answers may still come in after the input has ended; hosts wait for a second.
constexpr auto kLastAnswers = std::chrono::milliseconds{500};
/// Past it nothing more is read until some of it was taken.
constexpr std::size_t kMostWaiting = std::size_t{16} * 1024 * 1024;

enum Place : std::uint8_t
{
    kInput,
    kOutput,
    kDaemon
};

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

Server::Server(const Settings& settings, int input, int output) : _input(input), _lines(input), _out(output), _methods(settings, _out) {}

int Server::run()
{
    while (!finished())
    {
        Polled places = watched();
        if (::poll(places.data(), places.size(), patience()) >= 0) serve(places);
    }
    return _readerGone && !_end ? 1 : 0;
}

bool Server::finished() const
{
    if (_readerGone) return true;
    return _end && ((!_methods.busy() && _out.empty()) || Clock::now() >= *_end);
}

bool Server::crowded()
{
    return _out.waiting() > kMostWaiting || _methods.link().unsent() > kMostWaiting;
}

Server::Polled Server::watched()
{
    Link& link = _methods.link();
    const int reading = crowded() ? 0 : POLLIN;
    const int listening = _out.waiting() > kMostWaiting ? 0 : POLLIN;
    // A closed end is told even where nothing is asked for.
    return {{{.fd = _end ? -1 : _input, .events = static_cast<short>(reading), .revents = 0},
             {.fd = _out.descriptor(), .events = static_cast<short>(_out.empty() ? 0 : POLLOUT), .revents = 0},
             {.fd = link.descriptor(), .events = static_cast<short>(listening | (link.wantsToWrite() ? POLLOUT : 0)), .revents = 0}}};
}

/// Milliseconds for poll, rounded up; -1: for ever.
int Server::patience()
{
    std::optional<Clock::time_point> first = _end;
    for (const std::optional<Clock::time_point>& other : {_methods.link().deadline(), _methods.due()})
        if (other && (!first || *other < *first)) first = other;
    if (!first) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*first - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

/// The daemon first: what it said before it went away counts before what is asked of it next.
void Server::serve(const Polled& ready)
{
    Link& link = _methods.link();
    const bool late = link.deadline() && Clock::now() >= *link.deadline();
    if (late || ready[kDaemon].revents != 0) link.serve();
    if (const auto due = _methods.due(); due && Clock::now() >= *due) _methods.tick();
    if (ready[kInput].revents != 0) readInput(ready[kInput].revents);
    if ((ready[kOutput].revents & POLLOUT) != 0)
        _readerGone = !_out.flush();
    else
        _readerGone = (ready[kOutput].revents & (POLLERR | POLLHUP)) != 0;
}

void Server::readInput(short events)
{
    // Without room for answers only the end is of interest.
    if ((events & POLLIN) == 0 && crowded()) return endInput();
    const bool more = _lines.fill();
    while (const std::optional<Lines::Line> line = _lines.next()) take(*line);
    if (more) return;
    if (const std::optional<Lines::Line> line = _lines.last()) take(*line);
    endInput();
}

void Server::endInput()
{
    _end = Clock::now() + kLastAnswers;
    _methods.close();
}

void Server::take(const Lines::Line& line)
{
    if (line.tooLong) return _out.add(errorReply("null", kTooLong));
    if (isBlank(line.text)) return;
    handle(_reader.read(line.text));
}

void Server::handle(const Message& message)
{
    switch (message.kind)
    {
    case Message::Kind::request:
        return _methods.request(message);
    case Message::Kind::notification:
        return _methods.notify(message);
    case Message::Kind::invalid:
        return _out.add(errorReply(message.id.text, message.error));
    case Message::Kind::response:
        return _methods.take(message);
    }
}

} // namespace venomx::client::mcp
