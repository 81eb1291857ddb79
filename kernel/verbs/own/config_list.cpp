#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{
namespace
{

constexpr Param kKey[] = {
    {.name = "key", .type = Type::string(), .required = true, .summary = "The key"},
    {.name = "value", .type = Type::string(), .required = true, .summary = "Its value in force, as it would be written in a file"},
    {.name = "default", .type = Type::string(), .required = true, .summary = "Its value when nothing sets it"},
    {.name = "source",
     .type = Type::string(),
     .required = true,
     .summary = "Where the value comes from: file and line, command line or default"},
    {.name = "kind", .type = Type::string({"text", "integer", "boolean", "list"}), .required = true, .summary = "What it takes"},
    {.name = "reloadable", .type = Type::boolean(), .required = true, .summary = "Does it change without a restart?"},
    {.name = "summary", .type = Type::string(), .required = true, .summary = "What it is for"},
};
constexpr Type kKeyItem = Type::object(kKey);
constexpr Param kResult[] = {
    {.name = "settings",
     .type = Type::array(kKeyItem),
     .required = true,
     .summary = "Every key that the kernel and the loaded plugins know"},
};
constexpr Example kExamples[] = {{.summary = "See the configuration in force and where it comes from", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "config.list",
    .summary = "List the configuration in force",
    .description = "Every key with its value, its default and the file and line, or the command line, that set it.",
    .authorize = {Right::admin},
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

std::string_view kindName(SettingSpec::Kind kind)
{
    switch (kind)
    {
    case SettingSpec::Kind::text:
        return "text";
    case SettingSpec::Kind::integer:
        return "integer";
    case SettingSpec::Kind::boolean:
        return "boolean";
    case SettingSpec::Kind::list:
        break;
    }
    return "list";
}

void write(JsonWriter& json, const SettingsStore::Entry& entry)
{
    json.beginObject()
        .field("key", entry.spec->key)
        .field("value", std::string_view{entry.value})
        .field("default", entry.spec->fallback)
        .field("source", std::string_view{entry.source})
        .field("kind", kindName(entry.spec->kind))
        .field("reloadable", entry.spec->reloadable)
        .field("summary", entry.spec->summary)
        .endObject();
}

} // namespace

Verb configList(const OwnParts& parts)
{
    return {.spec = &kSpec,
            .run = [&settings = parts.settings](Call& call)
            {
                Result result;
                result.write("settings",
                             [&](JsonWriter& json)
                             {
                                 json.beginArray();
                                 for (const auto& entry : settings.entries()) write(json, entry);
                                 json.endArray();
                             });
                call.answer(std::move(result));
            }};
}

} // namespace venomx::kernel
