#include "client/mcp/Extension.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/mcp/Gather.h"
#include "client/mcp/Reply.h"

#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

/// How often one request may ask its client for more.
constexpr int kMostRounds = 8;

Question question(std::string_view method, std::string_view params)
{
    Question asked{.verb = kExtensionVerb, .params = {}};
    JsonWriter{asked.params}.beginObject().field("method", method).field("params", params).endObject();
    return asked;
}

std::string_view keyOf(const Value& item)
{
    for (const std::string_view name : {"uri", "uriTemplate", "name"})
        if (const std::string_view key = textAt(item, name); !key.empty()) return key;
    return {};
}

/// The object with more members, in place of its own of those names.
std::string withMembers(std::string_view object, const std::vector<std::pair<std::string_view, std::string>>& members)
{
    const Answers read{{std::string{object}}};
    std::string text;
    JsonWriter json{text};
    json.beginObject();
    for (const auto& [name, value] : read.value(0).members())
        if (name != "inputResponses" && name != "requestState") json.field(name, value);
    for (const auto& [name, value] : members) json.rawField(name, value);
    json.endObject();
    return text;
}

} // namespace

void Extension::collect(const Asker& asker, std::string_view method, std::string_view list, Items items, std::function<void(Items)> done)
{
    const auto state = std::make_shared<std::pair<Items, std::function<void(Items)>>>(std::move(items), std::move(done));
    const auto without = [state](const Failure&) { state->second(std::move(state->first)); };
    _calls.whenReady(
        asker.id.key,
        [this, asker, state, without, asked = question(method, "{}"), name = std::string{list}](const Toolbox& toolbox)
        {
            if (!toolbox.manifest().find(kExtensionVerb)) return state->second(std::move(state->first));
            gather(
                _calls, asker.id.key, {asked},
                [state, name](const Answers& answers)
                {
                    const Value* result = memberAt(answers.value(0), "result");
                    if (result != nullptr)
                        for (const Value& item : itemsAt(*result, name))
                            if (const std::string_view key = keyOf(item); !key.empty())
                                state->first.try_emplace(std::string{key}, toJson(item));
                    state->second(std::move(state->first));
                },
                without);
        },
        without);
}

void Extension::pass(const Asker& asker, std::string_view method, const Value* params, Otherwise otherwise, Send send)
{
    const auto passed = std::make_shared<Passed>();
    passed->asker = asker;
    passed->method = method;
    passed->params = params != nullptr ? toJson(*params) : "{}";
    passed->otherwise = std::move(otherwise);
    passed->send = send ? std::move(send) : Send{[this](const std::string& message) { _out.add(message); }};
    ask(passed, passed->params);
}

void Extension::ask(const std::shared_ptr<Passed>& passed, const std::string& params)
{
    const auto without = [passed](const Failure&) { passed->otherwise(); };
    _calls.whenReady(
        passed->asker.id.key,
        [this, passed, without, asked = question(passed->method, params)](const Toolbox& toolbox)
        {
            if (!toolbox.manifest().find(kExtensionVerb)) return passed->otherwise();
            gather(
                _calls, passed->asker.id.key, {asked}, [this, passed](const Answers& answers) { answer(passed, answers.value(0)); },
                without);
        },
        without);
}

void Extension::answer(const std::shared_ptr<Passed>& passed, const Value& answer)
{
    for (const Value& entry : itemsAt(answer, "log")) _log.say(textAt(entry, "level"), textAt(entry, "text"));
    const Asker& asker = passed->asker;
    if (const Value* error = memberAt(answer, "error"))
        return _out.add(errorReply(
            asker.id.text,
            {.code = static_cast<int>(integerAt(*error, "code").value_or(kUnavailable.code)), .message = textAt(*error, "message")},
            memberAt(*error, "data") != nullptr ? toJson(*memberAt(*error, "data")) : std::string{}));
    const Value* result = memberAt(answer, "result");
    if (result == nullptr || !result->is(Value::Kind::object)) return passed->otherwise();
    if (asker.era == Era::handshake && textAt(*result, "resultType") == "input_required") return inquire(passed, *result);
    passed->send(passed->method == "resources/read" ? cacheableReply(asker, toJson(*result), kOfTheMoment)
                                                    : resultReply(asker, toJson(*result)));
}

/// A client of the handshake era is asked one request after the other; its answers go back as another's would.
void Extension::inquire(const std::shared_ptr<Passed>& passed, const Value& result)
{
    const Value* requests = memberAt(result, "inputRequests");
    const std::string state = toJson(Value::string(textAt(result, "requestState")));
    if (++passed->rounds > kMostRounds || requests == nullptr || !requests->is(Value::Kind::object)) return passed->otherwise();
    _inquiries.ask(passed->asker.id.key, *requests,
                   [this, passed, state](const std::string& responses) {
                       ask(passed, withMembers(passed->params, {{"inputResponses", responses}, {"requestState", state}}));
                   });
}

} // namespace venomx::client::mcp
