#include "client/mcp/Link.h"

#include "client/Environment.h"
#include "client/wire/SocketPath.h"
#include "client/wire/Token.h"

#include <unistd.h>
#include <utility>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/secret.h>

namespace venomx::client::mcp
{
namespace
{

constexpr int kDeepest = 64;
constexpr auto kAnswerTimeout = std::chrono::seconds{10};

Failure notUnderstood()
{
    return {"protocol.answer", "the daemon's answer is not understood"};
}

} // namespace

Link::Link(const Settings& settings, Ears ears)
    : _options(settings.options), _toolset(settings.toolset), _ears(std::move(ears)),
      _cache(ManifestCache::directoryFor(environmentVariable("XDG_CACHE_HOME"), environmentVariable("HOME"))), _reader(kDeepest)
{
}

bool Link::open()
{
    if (_state == State::ready) return false;
    if (_state != State::closed) return true;
    try
    {
        connect();
    }
    catch (const Failure& failure)
    {
        lose(failure);
    }
    return true;
}

void Link::connect()
{
    const SocketPlace place =
        socketPlace(_options.socket, environmentVariable("VENOMX_SOCKET"), environmentVariable("XDG_RUNTIME_DIR"), ::getuid());
    _connection.emplace(Connection::open(place));
    const Hello hello{readToken(_options, environmentVariable("VENOMX_TOKEN"), place)};
    _state = State::greeting;
    _deadline = Clock::now() + kAnswerTimeout;
    transmit(hello.bytes());
}

std::int64_t Link::start(std::string_view verb, std::string_view params)
{
    std::string request;
    request.reserve(params.size() + verb.size() + 64);
    JsonWriter{request}.beginObject().field("id", ++_lastId).field("verb", verb).rawField("params", params).endObject();
    request += '\n';
    if (request.size() > _greeting.frameLimit) throw Failure("protocol.frame_too_large", "the request is larger than the daemon takes");
    transmit(request);
    wipe(request.data(), request.size());
    return _lastId;
}

void Link::cancel(std::int64_t id)
{
    std::string frame;
    JsonWriter{frame}.beginObject().field("cancel", id).endObject();
    transmit(frame += '\n');
}

void Link::refresh()
{
    if (_state == State::ready && !_refresh) _refresh = start("manifest.get", "{}");
}

void Link::serve()
{
    try
    {
        if (_deadline && Clock::now() >= *_deadline) throw Failure("unavailable.daemon", "the daemon does not answer");
        flush();
        const bool open = _connection->fill();
        takeLines();
        if (!open) throw Failure("unavailable.closed", "the daemon closed the connection before it answered");
    }
    catch (const Failure& failure)
    {
        lose(failure);
    }
}

void Link::takeLines()
{
    while (const std::optional<std::string_view> line = _connection->line())
    {
        _arena.reset();
        const std::optional<Frame> frame = readFrame(*line, _reader, _arena);
        if (!frame) throw notUnderstood();
        takeFrame(*frame);
    }
}

void Link::takeFrame(const Frame& frame)
{
    const bool error = frame.kind == Frame::Kind::error;
    if (_refresh && frame.id == _refresh)
    {
        _refresh.reset();
        return error ? void() : takeManifest(frame.raw);
    }
    if (error && (!frame.id || _state != State::ready)) throw Failure::fromDaemon(frame.content, frame.raw);
    switch (_state)
    {
    case State::greeting:
        return takeGreeting(frame);
    case State::describing:
        return takeManifest(frame.raw);
    case State::ready:
        return _ears.frame(frame);
    case State::closed:
        break;
    }
}

void Link::takeGreeting(const Frame& frame)
{
    _greeting = readGreeting(frame.content);
    if (_toolbox && _toolbox->hash() == _greeting.manifestHash) return becomeReady();
    if (const std::optional<std::string> text = _cache.load(_greeting.manifestHash))
        if (std::optional<Manifest> manifest = Manifest::read(*text); manifest && manifest->hash() == _greeting.manifestHash)
        {
            _toolbox.emplace(std::move(*manifest), _toolset);
            return becomeReady();
        }
    _state = State::describing;
    static_cast<void>(start("manifest.get", "{}"));
}

void Link::takeManifest(std::string_view text)
{
    std::optional<Manifest> manifest = Manifest::read(text);
    if (!manifest) throw notUnderstood();
    _toolbox.emplace(std::move(*manifest), _toolset);
    _cache.store(_toolbox->hash(), text);
    becomeReady();
}

void Link::becomeReady()
{
    _state = State::ready;
    _deadline.reset();
    _ears.ready();
}

void Link::lose(const Failure& failure)
{
    _connection.reset();
    wipe(_unsent.data(), _unsent.size());
    _unsent.clear();
    _deadline.reset();
    _state = State::closed;
    _refresh.reset();
    _ears.lost(failure);
}

void Link::transmit(std::string_view bytes)
{
    if (_unsent.empty()) bytes.remove_prefix(_connection->send(bytes));
    _unsent += bytes;
}

void Link::flush()
{
    const std::size_t sent = _unsent.empty() ? 0 : _connection->send(_unsent);
    wipe(_unsent.data(), sent);
    _unsent.erase(0, sent);
}

} // namespace venomx::client::mcp
