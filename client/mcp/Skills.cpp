#include "client/mcp/Skills.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/documents/Skill.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kUri{"skill://venomx/SKILL.md"};

std::string entry()
{
    std::string text;
    JsonWriter json{text};
    json.beginObject().field("uri", kUri).key("frontmatter").beginObject();
    json.field("name", kSkillName).field("description", kSkillDescription).endObject();
    json.field("resources", "dynamic").endObject();
    return text;
}

} // namespace

Items skillItems()
{
    return {{std::string{kUri}, entry()}};
}

std::optional<std::string> skillResult(const Value* params)
{
    if (params == nullptr || textAt(*params, "uri") != kUri) return std::nullopt;
    return concat({"{\"skill\":", entry(), "}"});
}

} // namespace venomx::client::mcp
