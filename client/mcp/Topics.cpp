#include "client/mcp/Topics.h"

#include "client/Json.h"
#include "client/mcp/ResourceUri.h"
#include "client/mcp/Watch.h"

#include <algorithm>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

using What = ResourceKind::What;

constexpr std::string_view kEvents{"events"};
constexpr std::string_view kOutput{"pane.output"};
constexpr std::string_view kTools{"toolsListChanged"};
constexpr std::string_view kResources{"resourcesListChanged"};
constexpr std::string_view kUris{"resourceSubscriptions"};

bool isTopic(std::string_view uri)
{
    return readUri(uri).has_value();
}

Question following(std::string_view verb, std::string_view name = {}, std::string_view id = {})
{
    Question question{.verb = verb, .params = {}};
    JsonWriter json{question.params};
    json.beginObject().field("follow", true);
    if (!name.empty()) json.field(name, id);
    json.endObject();
    return question;
}

Question eventsOf(std::initializer_list<std::string_view> kinds)
{
    Question question{.verb = kEvents, .params = {}};
    JsonWriter json{question.params};
    json.beginObject().field("follow", true).key("kinds").beginArray();
    for (const std::string_view kind : kinds) json.value(kind);
    json.endArray().endObject();
    return question;
}

std::vector<Question> sourcesOfResource(const ResourceUri& uri)
{
    switch (uri.kind->what)
    {
    case What::doctor:
        return {following(kEvents)};
    case What::screen:
    case What::scrollback:
        return {following(kOutput, "pane", uri.id), following(kEvents, "pane", uri.id)};
    case What::session:
        return {following(kEvents, "session", uri.id)};
    case What::skill:
        break; // with the verbs; they have a topic of their own
    }
    return {};
}

} // namespace

std::vector<std::string> topicsOf(const Value& filter)
{
    std::vector<std::string> topics;
    if (flagAt(filter, kTools)) topics.emplace_back(kToolList);
    if (flagAt(filter, kResources)) topics.emplace_back(kResourceList);
    for (const Value& uri : itemsAt(filter, kUris))
        if (uri.is(Value::Kind::string) && isTopic(uri.asString())) topics.emplace_back(uri.asString());
    return topics;
}

std::string filterOf(const std::vector<std::string>& topics)
{
    std::string text;
    JsonWriter json{text};
    json.beginObject();
    if (std::ranges::find(topics, kToolList) != topics.end()) json.field(kTools, true);
    if (std::ranges::find(topics, kResourceList) != topics.end()) json.field(kResources, true);
    if (std::ranges::any_of(topics, isTopic))
    {
        json.key(kUris).beginArray();
        for (const std::string& topic : topics)
            if (isTopic(topic)) json.value(std::string_view{topic});
        json.endArray();
    }
    json.endObject();
    return text;
}

std::vector<Question> sourcesOf(std::string_view topic, const Manifest& manifest)
{
    std::vector<Question> sources;
    if (topic == kToolList)
        sources = {eventsOf({"plugin.started", "plugin.failed", "plugin.stopped"})};
    else if (topic == kResourceList)
        sources = {eventsOf({"session.created", "session.closed", "pane.created", "pane.closed"})};
    else if (const std::optional<ResourceUri> uri = readUri(topic))
        sources = sourcesOfResource(*uri);
    std::erase_if(sources, [&](const Question& source) { return !manifest.find(source.verb); });
    return sources;
}

} // namespace venomx::client::mcp
