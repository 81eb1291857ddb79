#include "client/mcp/Completion.h"

#include "client/Json.h"
#include "client/mcp/Gather.h"
#include "client/mcp/Prompts.h"
#include "client/mcp/Reply.h"
#include "client/mcp/ResourceUri.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::size_t kMostValues = 100; // the protocol's

/// Where the ids of a name are listed.
struct Source
{
    std::string_view name;
    std::string_view verb;
    std::string_view list;
};
constexpr std::array<Source, 2> kSources{{{"pane", "pane.list", "panes"}, {"session", "session.list", "sessions"}}};

const Source* sourceOf(std::string_view name)
{
    const auto* const found = std::ranges::find(kSources, name, &Source::name);
    return found != kSources.end() ? found : nullptr;
}

/// Whether the reference is to a prompt or an address of ours, with an argument of that name.
bool refersTo(const Value& reference, std::string_view argument)
{
    if (textAt(reference, "type") == "ref/prompt")
    {
        const Prompt* prompt = findPrompt(textAt(reference, "name"));
        return prompt != nullptr && std::ranges::find(prompt->arguments, argument, &PromptArgument::name) != prompt->arguments.end();
    }
    if (textAt(reference, "type") != "ref/resource") return false;
    return std::ranges::any_of(resourceKinds(), [&](const ResourceKind& kind)
                               { return kind.variable == argument && templateOf(kind) == textAt(reference, "uri"); });
}

std::string completionResult(const std::vector<std::string>& values)
{
    std::string text;
    JsonWriter json{text};
    json.beginObject().key("completion").beginObject().key("values").beginArray();
    const std::size_t given = std::min(values.size(), kMostValues);
    for (std::size_t i = 0; i < given; ++i) json.value(std::string_view{values[i]});
    json.endArray().field("total", static_cast<std::int64_t>(values.size())).field("hasMore", given < values.size());
    json.endObject().endObject();
    return text;
}

} // namespace

void Completion::complete(const Asker& asker, const Value* params)
{
    const Value* reference = params != nullptr ? params->find("ref") : nullptr;
    const Value* argument = params != nullptr ? params->find("argument") : nullptr;
    const Value* begun = argument != nullptr ? memberAt(*argument, "value") : nullptr;
    if (reference == nullptr || begun == nullptr || !begun->is(Value::Kind::string))
        return _out.add(errorReply(asker.id.text, kInvalidParams));
    if (!refersTo(*reference, textAt(*argument, "name")))
        return _extension.pass(asker, "completion/complete", params,
                               [this, asker] { _out.add(errorReply(asker.id.text, kInvalidParams)); });
    const Source* source = sourceOf(textAt(*argument, "name"));
    const auto nothing = [this, asker](const Failure&) { _out.add(resultReply(asker, completionResult({}))); };
    if (source == nullptr) return _out.add(resultReply(asker, completionResult({})));
    _calls.whenReady(
        asker.id.key,
        [this, asker, source, nothing, begun = std::string{begun->asString()}](const Toolbox& toolbox)
        {
            if (!toolbox.manifest().find(source->verb)) return _out.add(resultReply(asker, completionResult({})));
            gather(
                _calls, asker.id.key, {{.verb = source->verb, .params = "{}"}},
                [this, asker, source, begun](const Answers& answers)
                {
                    std::vector<std::string> values;
                    for (const Value& item : itemsAt(answers.value(0), source->list))
                        if (const std::string_view id = textAt(item, source->name); id.starts_with(begun)) values.emplace_back(id);
                    _out.add(resultReply(asker, completionResult(values)));
                },
                nothing);
        },
        nothing);
}

} // namespace venomx::client::mcp
