#include "client/mcp/Server.h"

#include "client/Json.h"
#include "client/mcp/Handshake.h"

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

Server::Server(const Options& options, int input, int output) : _input(input), _lines(input), _out(output), _calls(options, _out) {}

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
    return _end && ((_calls.empty() && _out.empty()) || Clock::now() >= *_end);
}

bool Server::crowded()
{
    return _out.waiting() > kMostWaiting || _calls.link().unsent() > kMostWaiting;
}

Server::Polled Server::watched()
{
    Link& link = _calls.link();
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
    if (const auto deadline = _calls.link().deadline(); deadline && (!first || *deadline < *first)) first = deadline;
    if (!first) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*first - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

/// The daemon first: what it said before it went away counts before what is asked of it next.
void Server::serve(const Polled& ready)
{
    Link& link = _calls.link();
    const bool late = link.deadline() && Clock::now() >= *link.deadline();
    if (late || ready[kDaemon].revents != 0) link.serve();
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
        return handleRequest(message);
    case Message::Kind::notification:
        return handleNotification(message);
    case Message::Kind::invalid:
        return _out.add(errorReply(message.id.text, message.error));
    case Message::Kind::response:
        return;
    }
}

void Server::handleRequest(const Message& message)
{
    const std::string& id = message.id.text;
    if (message.method == "tools/call") return callTool(message);
    if (message.method == "ping") return _out.add(resultReply(id, "{}"));
    if (message.method == "tools/list")
    {
        // There is one page, so no cursor is ours.
        if (message.params != nullptr && message.params->find("cursor") != nullptr) return _out.add(errorReply(id, kInvalidParams));
        return _calls.list(message.id);
    }
    if (message.method != "initialize") return _out.add(errorReply(id, kMethodNotFound));
    const std::optional<std::string> result = initializeResult(message.params);
    _out.add(result ? resultReply(id, *result) : errorReply(id, kInvalidParams));
}

void Server::handleNotification(const Message& message)
{
    if (message.method != "notifications/cancelled" || message.params == nullptr) return;
    const Value* id = message.params->find("requestId");
    if (id == nullptr) return;
    if (const std::optional<RequestId> cancelled = requestId(*id, {})) _calls.cancel(cancelled->key);
}

void Server::callTool(const Message& message)
{
    const Value* name = message.params != nullptr ? message.params->find("name") : nullptr;
    if (name == nullptr || !name->is(Value::Kind::string)) return _out.add(errorReply(message.id.text, kInvalidParams));
    const Value* arguments = message.params->find("arguments");
    if (arguments != nullptr && !arguments->is(Value::Kind::object)) return _out.add(errorReply(message.id.text, kArguments));
    _calls.call(message.id, name->asString(), arguments);
}

} // namespace venomx::client::mcp
