#include "client/mcp/Methods.h"

#include "client/Json.h"
#include "client/mcp/Gather.h"
#include "client/mcp/Pages.h"
#include "client/mcp/Prompts.h"
#include "client/mcp/Reply.h"
#include "client/mcp/ServerInfo.h"
#include "client/mcp/Skills.h"

#include <algorithm>
#include <array>
#include <utility>

namespace venomx::client::mcp
{

Methods::Methods(const Settings& settings, Outbox& out)
    : _out(out), _calls(settings), _inquiries(out), _log(out), _extension(_calls, out, _inquiries, _log),
      _tools(settings, _calls, _extension, out), _resources(_calls, _extension, out), _completion(_calls, _extension, out),
      _watch(_calls, out)
{
    _calls.onMet(
        [this](const Toolbox& toolbox)
        {
            if (std::exchange(_lost, false)) _log.say("notice", "the daemon is there again");
            _watch.met(toolbox.hash());
        });
    _calls.onLost(
        [this]
        {
            if (!std::exchange(_lost, true)) _log.say("warning", "the daemon is not there");
            _watch.lost();
        });
}

const Methods::Method* Methods::find(std::string_view name)
{
    static constexpr std::array<Method, 17> kMethods{{
        {.name = "tools/call", .handler = &Methods::callTool},
        {.name = "tools/list", .handler = &Methods::listTools},
        {.name = "resources/read", .handler = &Methods::readResource},
        {.name = "resources/list", .handler = &Methods::listResources},
        {.name = "resources/templates/list", .handler = &Methods::listTemplates},
        {.name = "resources/subscribe", .handler = &Methods::subscribe, .stateless = false},
        {.name = "resources/unsubscribe", .handler = &Methods::unsubscribe, .stateless = false},
        {.name = "subscriptions/listen", .handler = &Methods::listen, .handshake = false},
        {.name = "prompts/list", .handler = &Methods::listPrompts},
        {.name = "prompts/get", .handler = &Methods::getPrompt},
        {.name = "completion/complete", .handler = &Methods::complete},
        {.name = "skills/list", .handler = &Methods::listSkills},
        {.name = "skills/get", .handler = &Methods::getSkill},
        {.name = "server/discover", .handler = &Methods::discover, .handshake = false},
        {.name = "initialize", .handler = &Methods::initialize, .stateless = false},
        {.name = "logging/setLevel", .handler = &Methods::setLevel, .stateless = false},
        {.name = "ping", .handler = &Methods::ping, .stateless = false},
    }};
    const auto* const found = std::ranges::find(kMethods, name, &Method::name);
    return found != kMethods.end() ? found : nullptr;
}

void Methods::request(const Message& message)
{
    Envelope envelope = readEnvelope(message.params);
    const std::string& id = message.id.text;
    if (envelope.error.code != 0) return _out.add(errorReply(id, envelope.error, envelope.errorData));
    const Method* method = find(message.method);
    const bool stateless = envelope.era == Era::stateless;
    if (method == nullptr || (stateless && !method->stateless)) return _out.add(errorReply(id, kMethodNotFound));
    if (!stateless && !method->handshake) return _out.add(errorReply(id, kNoEnvelope));
    (this->*method->handler)(
        {.asker = {.id = message.id, .era = envelope.era}, .params = message.params, .progressToken = std::move(envelope.progressToken)});
}

void Methods::notify(const Message& message)
{
    if (message.method != "notifications/cancelled" || message.params == nullptr) return;
    const Value* id = message.params->find("requestId");
    const std::optional<RequestId> cancelled = id != nullptr ? requestId(*id, {}) : std::nullopt;
    if (!cancelled) return;
    _calls.cancel(cancelled->key);
    _tools.forget(cancelled->key);
    _watch.forget(cancelled->key);
    _inquiries.forget(cancelled->key);
}

std::optional<Clock::time_point> Methods::due()
{
    const std::optional<Clock::time_point> progress = _tools.progress().due();
    const std::optional<Clock::time_point> watch = _watch.due();
    if (progress && watch) return std::min(*progress, *watch);
    return progress ? progress : watch;
}

void Methods::tick()
{
    _tools.progress().tell();
    _watch.tell();
}

void Methods::initialize(const Request& request)
{
    const std::optional<std::string> result = initializeResult(request.params);
    _out.add(result ? resultReply(request.asker, *result) : errorReply(request.asker.id.text, kInvalidParams));
}

void Methods::discover(const Request& request)
{
    _out.add(cacheableReply(request.asker, discoverResult(), kOfTheManifest));
}

void Methods::ping(const Request& request)
{
    _out.add(resultReply(request.asker, "{}"));
}

void Methods::listTools(const Request& request)
{
    if (request.asker.era == Era::handshake) _watch.follow(kToolList);
    _tools.list(request.asker, request.params);
}

void Methods::callTool(const Request& request)
{
    const std::string& id = request.asker.id.text;
    const Value* name = request.params != nullptr ? request.params->find("name") : nullptr;
    if (name == nullptr || !name->is(Value::Kind::string)) return _out.add(errorReply(id, kInvalidParams));
    const Value* arguments = request.params->find("arguments");
    if (arguments != nullptr && !arguments->is(Value::Kind::object)) return _out.add(errorReply(id, kArguments));
    _tools.call(request.asker, *request.params, request.progressToken);
}

void Methods::listResources(const Request& request)
{
    if (request.asker.era == Era::handshake) _watch.follow(kResourceList);
    _resources.list(request.asker, request.params);
}

void Methods::listTemplates(const Request& request)
{
    _resources.listTemplates(request.asker, request.params);
}

void Methods::readResource(const Request& request)
{
    _resources.read(request.asker, request.params);
}

void Methods::subscribe(const Request& request)
{
    const std::string_view uri = request.params != nullptr ? textAt(*request.params, "uri") : std::string_view{};
    if (uri.empty()) return _out.add(errorReply(request.asker.id.text, kInvalidParams));
    _resources.check(request.asker, *request.params,
                     [this, asker = request.asker, uri = std::string{uri}]
                     {
                         _watch.follow(uri);
                         _out.add(resultReply(asker, "{}"));
                     });
}

void Methods::unsubscribe(const Request& request)
{
    const std::string_view uri = request.params != nullptr ? textAt(*request.params, "uri") : std::string_view{};
    if (uri.empty()) return _out.add(errorReply(request.asker.id.text, kInvalidParams));
    _watch.unfollow(uri);
    ping(request);
}

void Methods::listen(const Request& request)
{
    _watch.listen(request.asker, request.params);
}

void Methods::listPrompts(const Request& request)
{
    if (!pageOf({}, "prompts", request.params)) return answerPage(request, {}, "prompts");
    _extension.collect(request.asker, "prompts/list", "prompts", promptItems(),
                       [this, asker = request.asker, page = request.params != nullptr ? toJson(*request.params) : "{}"](Items items)
                       {
                           const Answers asked{{page}};
                           answerPage({.asker = asker, .params = &asked.value(0)}, items, "prompts");
                       });
}

void Methods::getPrompt(const Request& request)
{
    const PromptAnswer answer = promptResult(request.params);
    if (answer.error.message == kUnknownPrompt.message)
        return _extension.pass(request.asker, "prompts/get", request.params,
                               [this, asker = request.asker] { _out.add(errorReply(asker.id.text, kUnknownPrompt)); });
    _out.add(answer.error.code == 0 ? resultReply(request.asker, answer.result)
                                    : errorReply(request.asker.id.text, answer.error, answer.data));
}

void Methods::complete(const Request& request)
{
    _completion.complete(request.asker, request.params);
}

void Methods::setLevel(const Request& request)
{
    const bool known = request.params != nullptr && _log.listen(textAt(*request.params, "level"));
    _out.add(known ? resultReply(request.asker, "{}") : errorReply(request.asker.id.text, kInvalidParams));
}

void Methods::listSkills(const Request& request)
{
    answerPage(request, skillItems(), "skills");
}

void Methods::getSkill(const Request& request)
{
    const std::optional<std::string> result = skillResult(request.params);
    _out.add(result ? cacheableReply(request.asker, *result, kOfTheManifest) : errorReply(request.asker.id.text, kMissing));
}

void Methods::answerPage(const Request& request, const Items& items, std::string_view name)
{
    const std::optional<std::string> page = pageOf(items, name, request.params);
    _out.add(page ? cacheableReply(request.asker, *page, kOfTheManifest) : errorReply(request.asker.id.text, kCursor));
}

} // namespace venomx::client::mcp
