#include "client/wire/Session.h"

#include "client/Failure.h"
#include "client/wire/Hello.h"

#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

constexpr int kDeepest = 64;
constexpr auto kAnswerTimeout = std::chrono::seconds{10};

} // namespace

Session::Session(Connection connection, Secret token) : _connection(std::move(connection)), _reader(kDeepest)
{
    sayHello(token);
}

void Session::sayHello(const Secret& token)
{
    const Hello hello{token};
    transmit(hello.bytes(), {});
    const Greeting greeting = readGreeting(answerTo(kHelloId).content);
    _manifestHash = greeting.manifestHash;
    _frameLimit = greeting.frameLimit;
}

std::int64_t Session::start(std::string_view verb, std::string_view params, const Patience& patience)
{
    std::string request;
    request.reserve(params.size() + verb.size() + 64);
    JsonWriter json{request};
    json.beginObject().field("id", ++_lastId).field("verb", verb).rawField("params", params).endObject();
    request += '\n';
    if (request.size() > _frameLimit) throw Failure("protocol.frame_too_large", "the request is larger than the daemon takes");
    transmit(request, patience);
    return _lastId;
}

void Session::cancel(std::int64_t id)
{
    std::string frame;
    JsonWriter{frame}.beginObject().field("cancel", id).endObject();
    frame += '\n';
    transmit(frame, {});
}

void Session::transmit(std::string_view bytes, const Patience& patience)
{
    while (true)
    {
        bytes.remove_prefix(_connection.send(bytes));
        if (bytes.empty()) return;
        Patience limited = patience;
        if (!limited.interrupts) limited.deadline = Clock::now() + kAnswerTimeout;
        const Readiness ready = waitFor(_connection.descriptor(), Direction::write, limited);
        if (ready == Readiness::interrupted) throw Interrupted{patience.interrupts->take()};
        if (ready == Readiness::timedOut) throw Failure("unavailable.daemon", "the daemon does not answer");
    }
}

Arrival Session::receive(const Patience& patience)
{
    while (true)
    {
        if (const std::optional<Frame> frame = nextFrame())
        {
            if (frame->kind == Frame::Kind::error && !frame->id) throw Failure::fromDaemon(frame->content, frame->raw);
            return {.what = Arrival::What::frame, .frame = *frame};
        }
        switch (waitFor(_connection.descriptor(), Direction::read, patience))
        {
        case Readiness::interrupted:
            return {.what = Arrival::What::interrupted, .frame = {}, .signal = patience.interrupts->take()};
        case Readiness::outputClosed:
            return {.what = Arrival::What::outputClosed, .frame = {}};
        case Readiness::timedOut:
            return {.what = Arrival::What::timedOut, .frame = {}};
        case Readiness::ready:
            if (!_connection.fill()) throw Failure("unavailable.closed", "the daemon closed the connection before it answered");
        }
    }
}

Frame Session::call(std::string_view verb, std::string_view params)
{
    return answerTo(start(verb, params));
}

Frame Session::answerTo(std::int64_t id)
{
    const Patience patience{.deadline = Clock::now() + kAnswerTimeout};
    while (true)
    {
        const Arrival arrival = receive(patience);
        if (arrival.what != Arrival::What::frame) throw Failure("unavailable.daemon", "the daemon does not answer");
        if (arrival.frame.id != id) continue;
        if (arrival.frame.kind == Frame::Kind::error) throw Failure::fromDaemon(arrival.frame.content, arrival.frame.raw);
        if (arrival.frame.kind == Frame::Kind::ok) return arrival.frame;
    }
}

std::optional<Frame> Session::nextFrame()
{
    const std::optional<std::string_view> line = _connection.line();
    if (!line) return std::nullopt;
    _arena.reset();
    const std::optional<Frame> frame = readFrame(*line, _reader, _arena);
    if (!frame) throw Failure("protocol.answer", "the daemon's answer is not understood");
    return frame;
}

} // namespace venomx::client
