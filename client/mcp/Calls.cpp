#include "client/mcp/Calls.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/mcp/ToolParams.h"
#include "client/mcp/ToolSchema.h"

#include <algorithm>
#include <utility>

namespace venomx::client::mcp
{
namespace
{

/// A stream's answer with what it brought as one more member.
std::string withFrames(std::string_view answer, std::string_view frames)
{
    const std::string_view inside = answer.substr(0, answer.rfind('}'));
    const bool empty = inside.find('"') == std::string_view::npos;
    return concat({inside, empty ? "\"" : ",\"", kFrames, "\":[", frames, "]}"});
}

} // namespace

Calls::Calls(const Options& options, Outbox& out)
    : _out(out), _link(options, {.ready = [this] { startWaiting(); },
                                 .frame = [this](const Frame& frame) { take(frame); },
                                 .lost = [this](const Failure& failure) { fail(failure); }})
{
}

void Calls::list(RequestId id)
{
    add({.id = std::move(id), .tool = std::nullopt, .arguments = {}});
}

void Calls::call(RequestId id, std::string_view tool, const Value* arguments)
{
    std::string text = arguments != nullptr ? toJson(*arguments) : "{}";
    add({.id = std::move(id), .tool = std::string{tool}, .arguments = Secret{text}});
    wipe(text.data(), text.size());
}

void Calls::cancel(std::string_view key)
{
    std::erase_if(_waiting, [&](const Waiting& waiting) { return waiting.id.key == key; });
    std::erase_if(_running,
                  [&](const auto& entry)
                  {
                      if (entry.second.id.key != key) return false;
                      _link.cancel(entry.first);
                      return true;
                  });
}

void Calls::add(Waiting waiting)
{
    _waiting.push_back(std::move(waiting));
    if (!_link.open()) startWaiting();
}

void Calls::startWaiting()
{
    tellOfChange();
    for (const Waiting& waiting : std::exchange(_waiting, {})) start(waiting);
}

void Calls::tellOfChange()
{
    const std::string_view hash = _link.toolbox()->hash();
    if (_listedHash.empty() || _listedHash == hash) return;
    _listedHash = hash;
    _out.add(notification("notifications/tools/list_changed"));
}

void Calls::start(const Waiting& waiting)
{
    if (!waiting.tool) return answerList(waiting.id, *_link.toolbox());
    try
    {
        startTool(waiting);
    }
    catch (const Failure& failure)
    {
        refuse(waiting.id, failure);
    }
}

void Calls::startTool(const Waiting& waiting)
{
    const std::optional<VerbView> verb = _link.toolbox()->find(*waiting.tool);
    if (!verb) return _out.add(errorReply(waiting.id.text, kUnknownTool));
    const Secret params = verbParams(*verb, waiting.arguments.expose());
    const std::int64_t id = _link.start(verb->name(), params.expose());
    _running.emplace(id, Running{.id = waiting.id, .stream = verb->stream(), .answer = {}, .frames = {}});
}

void Calls::answerList(const RequestId& id, const Toolbox& toolbox)
{
    _listedHash = toolbox.hash();
    _out.add(resultReply(id.text, toolbox.listing()));
}

/// Hosts ask once, at their start; with the tools of the daemon met last, calls tell what is wrong, and work once it is mended.
void Calls::answerListWithout(const RequestId& id, const Failure& why)
{
    if (const Toolbox* known = _link.toolbox()) return answerList(id, *known);
    if (const std::optional<std::string> text = _link.cache().newest())
        if (std::optional<Manifest> manifest = Manifest::read(*text)) return answerList(id, Toolbox{std::move(*manifest)});
    _out.add(errorReply(id.text, kInternal, concat({"{\"error\":", why.json(), "}"})));
}

void Calls::refuse(const RequestId& id, const Failure& failure)
{
    _out.add(toolErrorReply(id.text, failure.code(), failure.json()));
}

void Calls::take(const Frame& frame)
{
    const auto found = frame.id ? _running.find(*frame.id) : _running.end();
    if (found == _running.end()) return;
    Running& running = found->second;
    const bool more = running.stream && frame.kind != Frame::Kind::error && frame.kind != Frame::Kind::end;
    if (!more)
    {
        finish(running, frame);
        _running.erase(found);
    }
    else if (frame.kind == Frame::Kind::ok)
        running.answer = frame.raw;
    else
        running.frames.append(running.frames.empty() ? "" : ",").append(frame.raw);
}

void Calls::finish(const Running& running, const Frame& frame)
{
    if (frame.kind == Frame::Kind::error) return refuse(running.id, Failure::fromDaemon(frame.content, frame.raw));
    if (frame.kind == Frame::Kind::ok) return _out.add(toolReply(running.id.text, frame.raw));
    const std::string_view reason = textAt(frame.content, "reason");
    if (reason == "revoked") return refuse(running.id, {"denied.token", "the rights to this stream were revoked"});
    if (reason == "cancelled") return refuse(running.id, {"unavailable.cancelled", "cancelled"});
    _out.add(toolReply(running.id.text, withFrames(running.answer, running.frames)));
}

void Calls::fail(const Failure& failure)
{
    for (const auto& [wire, running] : std::exchange(_running, {})) refuse(running.id, failure);
    for (const Waiting& waiting : std::exchange(_waiting, {}))
        if (waiting.tool)
            refuse(waiting.id, failure);
        else
            answerListWithout(waiting.id, failure);
}

} // namespace venomx::client::mcp
