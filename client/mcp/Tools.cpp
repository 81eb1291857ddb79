#include "client/mcp/Tools.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/mcp/Budget.h"
#include "client/mcp/Gather.h"
#include "client/mcp/Pages.h"
#include "client/mcp/Reply.h"
#include "client/mcp/StreamResult.h"
#include "client/mcp/ToolParams.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

/// Room for the cursor in a result that is cut.
constexpr std::size_t kCursorRoom = 64;

Failure restGone()
{
    return {"conflict.next", "what was left of that result is gone; call again without next"};
}

/// A piece of a result with the cursor that goes on.
std::string withNext(std::string_view object, std::string_view cursor)
{
    return concat({object.substr(0, object.size() - 1), object.size() > 2 ? "," : "", "\"", kNext, "\":\"", cursor, "\"}"});
}

std::string cursorOf(const Value* params)
{
    const Value* cursor = params != nullptr ? params->find("cursor") : nullptr;
    std::string text;
    JsonWriter json{text};
    json.beginObject();
    if (cursor != nullptr) json.field("cursor", *cursor);
    json.endObject();
    return text;
}

/// Of an object, or nullptr for an empty one.
Secret secretText(const Value* object)
{
    std::string text = object != nullptr ? toJson(*object) : "{}";
    Secret secret{text};
    wipe(text.data(), text.size());
    return secret;
}

/// Whether it is a list of blocks, a kind each.
bool isContent(const Value* value)
{
    return value != nullptr && value->is(Value::Kind::array) &&
           std::ranges::all_of(value->items(), [](const Value& block) { return !textAt(block, "type").empty(); });
}

} // namespace

Tools::Tools(const Settings& settings, Calls& calls, Extension& extension, Outbox& out)
    : _toolset(settings.toolset), _budget(settings.budget), _calls(calls), _extension(extension), _out(out), _progress(out)
{
}

void Tools::list(const Asker& asker, const Value* params)
{
    if (!pageOf({}, "tools", params)) return _out.add(errorReply(asker.id.text, kCursor));
    const std::string page = cursorOf(params);
    _calls.whenReady(
        asker.id.key,
        [this, asker, page](const Toolbox& toolbox)
        {
            _extension.collect(asker, "tools/list", "tools", toolbox.listing(),
                               [this, asker, page](Items items) { answerList(asker, page, std::move(items)); });
        },
        [this, asker, page](const Failure& failure) { listWithout(asker, page, failure); });
}

void Tools::answerList(const Asker& asker, const std::string& page, Items items)
{
    const Answers asked{{page}};
    _out.add(cacheableReply(asker, *pageOf(items, "tools", &asked.value(0)), kOfTheManifest));
}

/// Hosts ask once, at their start; with the tools of the daemon met last, calls tell what is wrong, and work once it is mended.
void Tools::listWithout(const Asker& asker, const std::string& page, const Failure& why)
{
    if (const Toolbox* known = _calls.link().toolbox()) return answerList(asker, page, known->listing());
    if (const std::optional<std::string> text = _calls.link().cache().newest())
        if (std::optional<Manifest> manifest = Manifest::read(*text))
            return answerList(asker, page, Toolbox{std::move(*manifest), _toolset}.listing());
    _out.add(errorReply(asker.id.text, kInternal, concat({"{\"error\":", why.json(), "}"})));
}

void Tools::call(const Asker& asker, const Value& params, const std::optional<std::string>& progressToken)
{
    const auto asked = std::make_shared<Asked>();
    const Value* arguments = params.find("arguments");
    asked->asker = asker;
    asked->tool = textAt(params, "name");
    asked->progressToken = progressToken;
    asked->arguments = secretText(arguments);
    asked->params = secretText(&params);
    if (arguments != nullptr && arguments->find(kNext) != nullptr) asked->next = textAt(*arguments, kNext);
    _calls.whenReady(
        asker.id.key, [this, asked](const Toolbox& toolbox) { start(*asked, toolbox); },
        [this, asker](const Failure& failure) { refuse(asker, failure); });
}

/// No verb's: perhaps a plugin has it in the protocol's own terms.
void Tools::callUnknown(const Asked& asked, const Toolbox& toolbox)
{
    std::string tool = asked.tool;
    std::ranges::replace(tool, '.', '_');
    const bool verbs = tool != asked.tool && toolbox.find(tool);
    Arena arena;
    const Value params = JsonReader{kDeepestMessage}.read(asked.params.expose(), arena).value;
    if (asked.progressToken) _progress.begin(asked.asker.id.key, *asked.progressToken, std::nullopt);
    const Asker asker = asked.asker;
    _extension.pass(
        asker, "tools/call", &params,
        [this, asker, near = verbs ? concat({"{\"tool\":\"", tool, "\"}"}) : std::string{}]
        { finish(asker, errorReply(asker.id.text, near.empty() ? kUnknownTool : kVerbsName, near)); },
        [this, asker](const std::string& message) { finish(asker, message); });
}

void Tools::start(const Asked& asked, const Toolbox& toolbox)
{
    const Asker& asker = asked.asker;
    const std::optional<VerbView> verb = toolbox.find(asked.tool);
    if (!verb) return callUnknown(asked, toolbox);
    const Form form{.mayBeCut = mayBeCut(*verb), .givesContent = givesContent(*verb)};
    if (form.mayBeCut && asked.next) return answerRest(asked);
    const Secret params = verbParams(*verb, asked.arguments.expose());
    const auto stream = std::make_shared<StreamResult>();
    const bool streams = verb->stream();
    static_cast<void>(_calls.ask(asker.id.key, verb->name(), params.expose(), streams,
                                 {.answered =
                                      [this, asker, tool = asked.tool, streams, stream, form](const Frame& frame)
                                  {
                                      if (!streams) return answer(asker, tool, form, frame);
                                      finish(asker, toolReply(asker, stream->within(_budget)));
                                  },
                                  .failed = [this, asker](const Failure& failure) { refuse(asker, failure); },
                                  .arrived = [stream](const Frame& frame) { stream->add(frame.raw); }}));
    if (asked.progressToken) _progress.begin(asker.id.key, *asked.progressToken, waitLimit(*verb, params.expose()));
}

void Tools::answer(const Asker& asker, const std::string& tool, Form form, const Frame& frame)
{
    if (form.givesContent && isContent(frame.content.find(kContent)))
        return finish(asker, contentReply(asker, frame.raw, rawMember(frame.raw, kContent)));
    if (!form.mayBeCut || frame.raw.size() <= _budget) return finish(asker, toolReply(asker, frame.raw));
    Cut cut = cutTo(frame.content, _budget - kCursorRoom);
    if (cut.rest.empty()) return finish(asker, toolReply(asker, cut.piece));
    finish(asker, toolReply(asker, withNext(cut.piece, _rests.keep(tool, std::move(cut.rest)))));
}

void Tools::answerRest(const Asked& asked)
{
    const std::optional<std::string> rest = _rests.find(asked.tool, *asked.next);
    if (!rest) return refuse(asked.asker, restGone());
    Arena arena;
    const JsonReader::Outcome outcome = JsonReader{kDeepestMessage}.read(*rest, arena);
    Frame frame;
    frame.content = outcome.value;
    frame.raw = *rest;
    answer(asked.asker, asked.tool, {.mayBeCut = true}, frame);
}

void Tools::finish(const Asker& asker, std::string message)
{
    _progress.end(asker.id.key);
    _out.add(message);
}

void Tools::refuse(const Asker& asker, const Failure& failure)
{
    finish(asker, toolErrorReply(asker, failure.code(), failure.json()));
}

} // namespace venomx::client::mcp
