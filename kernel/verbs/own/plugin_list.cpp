#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{
namespace
{

constexpr Type kWord = Type::string();
constexpr Param kPlugin[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "The plugin's name"},
    {.name = "version", .type = Type::string(), .summary = "Its version, where its file has a stamp"},
    {.name = "state", .type = Type::string({"started", "disabled", "refused", "failed"}), .required = true, .summary = "What became of it"},
    {.name = "reason", .type = Type::string(), .summary = "Why it does not run, in a fixed word"},
    {.name = "message", .type = Type::string(), .summary = "Why it does not run, in a sentence"},
    {.name = "file", .type = Type::string(), .summary = "The file that it is in"},
    {.name = "digest", .type = Type::string(), .summary = "SHA-256 of its file, where plugins.digests says which may be loaded"},
    {.name = "provides", .type = Type::array(kWord), .required = true, .summary = "Services that it provides"},
    {.name = "needs", .type = Type::array(kWord), .required = true, .summary = "Services that it needs"},
    {.name = "verbs", .type = Type::array(kWord), .required = true, .summary = "Its verbs, as far as they are known"},
    {.name = "faults",
     .type = Type::integer(),
     .required = true,
     .summary = "Calls of its verbs that ended in an exception, without an answer or with an undeclared error"},
};
constexpr Type kPluginItem = Type::object(kPlugin);
constexpr Param kResult[] = {
    {.name = "plugins", .type = Type::array(kPluginItem), .required = true, .summary = "Every plugin found or asked for"},
};
constexpr Example kExamples[] = {{.summary = "See which plugins run, and why others do not", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "plugin.list",
    .summary = "List the plugins and what became of each",
    .description = "Every plugin file that was found and every plugin that the configuration names: started, disabled by the operator, "
                   "refused before any of its code ran in the daemon, or failed while it started.",
    .authorize = {Right::admin},
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

void writeWords(JsonWriter& json, std::string_view name, const std::vector<std::string>& words)
{
    json.key(name).beginArray();
    for (const std::string& word : words) json.value(std::string_view{word});
    json.endArray();
}

void write(JsonWriter& json, const PluginRecord& record, std::uint64_t faults)
{
    json.beginObject().field("name", std::string_view{record.name});
    if (!record.version.empty()) json.field("version", std::string_view{record.version});
    json.field("state", toText(record.state));
    if (!record.reason.empty()) json.field("reason", record.reason).field("message", std::string_view{record.sentence});
    if (!record.file.empty()) json.field("file", std::string_view{record.file});
    if (!record.digest.empty()) json.field("digest", std::string_view{record.digest});
    writeWords(json, "provides", record.provides);
    writeWords(json, "needs", record.needs);
    writeWords(json, "verbs", record.verbs);
    json.field("faults", faults).endObject();
}

void run(const Host& host, const Registry& registry, Call& call)
{
    Result result;
    result.write("plugins",
                 [&](JsonWriter& json)
                 {
                     json.beginArray();
                     for (const PluginRecord& record : host.plugins()) write(json, record, registry.faults(record.name));
                     json.endArray();
                 });
    call.answer(std::move(result));
}

} // namespace

Verb pluginList(const OwnParts& parts)
{
    return {.spec = &kSpec, .run = [&host = parts.host, &registry = parts.registry](Call& call) { run(host, registry, call); }};
}

} // namespace venomx::kernel
