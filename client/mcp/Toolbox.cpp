#include "client/mcp/Toolbox.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/Text.h"
#include "client/documents/SkillGuidance.h"
#include "client/mcp/Extension.h"
#include "client/mcp/ToolParams.h"
#include "client/mcp/ToolSchema.h"

#include <algorithm>
#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestDescription = 400;

std::string toolName(std::string_view verb)
{
    std::string name{verb};
    std::ranges::replace(name, '.', '_');
    return name;
}

/// Several hosts refuse other names.
bool isToolName(std::string_view name)
{
    constexpr std::string_view kAllowed{"abcdefghijklmnopqrstuvwxyz0123456789_"};
    return !name.empty() && name.size() <= kLongestName && name.front() >= 'a' && name.front() <= 'z' &&
           name.find_first_not_of(kAllowed) == std::string_view::npos;
}

/// At most `limit` code points of the text, with … where something was cut, between two words.
std::string shortened(std::string_view text, std::size_t limit)
{
    std::size_t count = 0;
    std::size_t room = 0;
    std::size_t at = 0;
    for (; at < text.size(); ++count)
    {
        if (count + 1 == limit) room = at;
        if (count == limit) break;
        const std::optional<CodePoint> next = firstCodePoint(text.substr(at));
        at += next ? next->length : 1;
    }
    if (at >= text.size()) return std::string{text};
    const std::size_t blank = text.find_last_of(" \n", room);
    return concat({text.substr(0, blank == std::string_view::npos ? room : blank), "…"});
}

std::string descriptionOf(const VerbView& verb)
{
    if (verb.description().empty()) return shortened(verb.summary(), kLongestDescription);
    return shortened(concat({verb.summary(), ". ", verb.description()}), kLongestDescription);
}

void addAnnotations(JsonWriter& json, std::string_view effect)
{
    const bool reads = effect == "read";
    json.key("annotations").beginObject();
    json.field("readOnlyHint", reads).field("destructiveHint", effect == "destroy").field("idempotentHint", reads);
    // What writes may start programs and type into them, and those reach whatever they reach.
    json.field("openWorldHint", effect == "write").endObject();
}

} // namespace

Toolbox::Toolbox(Manifest manifest, Toolset toolset) : _manifest(std::move(manifest))
{
    for (const VerbView& verb : _manifest.verbs())
        if (std::string name = toolName(verb.name()); isToolName(name) && verb.name() != kExtensionVerb &&
                                                      (!verb.stream() || canEnd(verb)) &&
                                                      (toolset == Toolset::full || isGuided(verb.name())))
            _tools.try_emplace(std::move(name), verb.name());
}

std::optional<VerbView> Toolbox::find(std::string_view tool) const
{
    const auto found = _tools.find(tool);
    return found != _tools.end() ? _manifest.find(found->second) : std::nullopt;
}

Items Toolbox::listing() const
{
    Items items;
    for (const auto& [name, verbName] : _tools)
    {
        const VerbView verb = *_manifest.find(verbName);
        std::string& text = items[name];
        JsonWriter json{text};
        json.beginObject().field("name", name).field("title", verb.summary()).field("description", descriptionOf(verb));
        json.key("inputSchema");
        writeInputSchema(json, verb);
        json.key("outputSchema");
        writeOutputSchema(json, verb);
        addAnnotations(json, textAt(verb.json(), "effect"));
        json.endObject();
    }
    return items;
}

} // namespace venomx::client::mcp
