#include <venomx/sdk/json_writer.h>

#include "kernel/verbs/Manifest.h"

namespace venomx::kernel
{
namespace
{

void write(JsonWriter& json, std::span<const Param> params);

void write(JsonWriter& json, const Type& type)
{
    json.beginObject().field("kind", toText(type.kind));
    if (!type.choices.empty())
    {
        json.key("choices").beginArray();
        for (const std::string_view choice : type.choices) json.value(choice);
        json.endArray();
    }
    if (type.minimum) json.field("min", *type.minimum);
    if (type.maximum) json.field("max", *type.maximum);
    if (type.items != nullptr)
    {
        json.key("items");
        write(json, *type.items);
    }
    if (type.kind == Type::Kind::object)
    {
        json.key("fields");
        write(json, type.fields);
    }
    json.endObject();
}

void write(JsonWriter& json, const Default& fallback)
{
    switch (fallback.kind)
    {
    case Default::Kind::boolean:
        json.field("default", fallback.flag);
        break;
    case Default::Kind::integer:
        json.field("default", fallback.number);
        break;
    case Default::Kind::string:
        json.field("default", fallback.text);
        break;
    case Default::Kind::none:
        break;
    }
}

void write(JsonWriter& json, std::span<const Param> params)
{
    json.beginArray();
    for (const Param& param : params)
    {
        json.beginObject().field("name", param.name).field("summary", param.summary).key("type");
        write(json, param.type);
        json.field("required", param.required);
        write(json, param.fallback);
        if (param.standardInput) json.field("stdin", true);
        json.endObject();
    }
    json.endArray();
}

void write(JsonWriter& json, std::span<const ErrorSpec> errors)
{
    json.beginArray();
    for (const ErrorSpec& error : errors)
    {
        json.beginObject().field("code", error.code).field("when", error.when).key("data");
        write(json, error.data);
        json.endObject();
    }
    json.endArray();
}

void writeAuthorize(JsonWriter& json, const VerbSpec& spec)
{
    json.key("authorize").beginArray();
    for (const Authorize& entry : spec.authorize)
    {
        json.beginObject().field("right", toText(entry.right));
        if (!entry.param.empty()) json.field("param", entry.param);
        if (entry.kind)
        {
            constexpr std::string_view kKinds[] = {"session", "window", "pane"};
            json.field("kind", kKinds[static_cast<std::size_t>(*entry.kind)]);
        }
        json.endObject();
    }
    json.endArray();
}

void writeExamples(JsonWriter& json, const VerbSpec& spec)
{
    json.key("examples").beginArray();
    for (const Example& example : spec.examples)
        json.beginObject().field("summary", example.summary).rawField("params", example.params).endObject();
    json.endArray();
}

void writeExit(JsonWriter& json, const ExitMap& exit)
{
    json.key("exit").beginObject().field("field", exit.field).key("values").beginObject();
    for (const ExitStatus& entry : exit.statuses) json.field(entry.value, entry.status);
    json.endObject().endObject();
}

void write(JsonWriter& json, const VerbSpec& spec)
{
    json.beginObject().field("name", spec.name).field("summary", spec.summary);
    if (!spec.description.empty()) json.field("description", spec.description);
    writeAuthorize(json, spec);
    json.field("effect", toText(spec.effect)).key("params");
    write(json, spec.params);
    json.key("include").beginArray();
    for (const GroupRef& include : spec.include) json.value(include.group->name);
    json.endArray().key("result");
    write(json, spec.result);
    json.key("errors");
    write(json, spec.errors);
    writeExamples(json, spec);
    if (!spec.rest.empty()) json.field("rest", spec.rest);
    if (spec.stream) json.field("stream", true);
    if (spec.waits) json.field("waits", true);
    if (!spec.exit.field.empty()) writeExit(json, spec.exit);
    json.endObject();
}

void writeWords(JsonWriter& json, std::string_view name, const std::vector<std::string>& words)
{
    json.key(name).beginArray();
    for (const std::string& word : words) json.value(std::string_view{word});
    json.endArray();
}

void writeGroups(JsonWriter& json, const std::vector<GroupRef>& groups)
{
    json.key("groups").beginObject();
    for (const GroupRef& group : groups)
    {
        json.key(group.group->name).beginObject().field("owner", group.group->owner).key("params");
        write(json, group.group->params);
        json.key("errors");
        write(json, group.group->errors);
        json.endObject();
    }
    json.endObject();
}

} // namespace

std::string pluginManifest(const PluginInfo& info, std::span<const RegisteredVerb* const> verbs)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject()
        .field("format", 1)
        .field("plugin", std::string_view{info.name})
        .field("version", std::string_view{info.version})
        .field("summary", std::string_view{info.summary});
    writeWords(json, "needs", info.needs);
    writeWords(json, "provides", info.provides);
    writeGroups(json, info.groups);
    json.key("verbs").beginArray();
    for (const RegisteredVerb* verb : verbs) write(json, *verb->spec);
    json.endArray().endObject();
    return text;
}

} // namespace venomx::kernel
