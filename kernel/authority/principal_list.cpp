#include "kernel/authority/AuthorityVerbs.h"

#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{
namespace
{

constexpr Type kGrantList = Type::array(authority_fields::kGrantItem);
constexpr Param kPrincipal[] = {
    {.name = "principal", .type = Type::string(), .required = true, .summary = "Its id"},
    {.name = "pane", .type = Type::string(), .summary = "The pane whose principal it is"},
    {.name = "grants", .type = kGrantList, .required = true, .summary = "What it may do"},
    {.name = "creator", .type = Type::string(), .required = true, .summary = "The principal that made it"},
    {.name = "created", .type = Type::string(), .required = true, .summary = "When, in UTC"},
};
constexpr Type kPrincipalItem = Type::object(kPrincipal);
constexpr Param kResult[] = {
    {.name = "principals", .type = Type::array(kPrincipalItem), .required = true, .summary = "Active principals besides owner and unknown"},
};
constexpr Example kExamples[] = {{.summary = "See what each pane's program may do", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "principal.list",
    .summary = "List the active principals",
    .description =
        "Principals of panes and those made by `principal.create`. The owner, who may do everything, and `unknown` are not listed.",
    .authorize = {Right::admin},
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

void writePrincipal(JsonWriter& json, const Principal& principal)
{
    json.beginObject().field("principal", principal.id.str());
    if (principal.pane) json.field("pane", principal.pane->str());
    json.rawField("grants", principal.grantsJson)
        .field("creator", principal.creator.str())
        .field("created", rfc3339(principal.created))
        .endObject();
}

void run(const AuthorityParts& parts, Call& call)
{
    Result result;
    result.write("principals",
                 [&](JsonWriter& json)
                 {
                     json.beginArray();
                     for (const Principal* principal : parts.principals.list()) writePrincipal(json, *principal);
                     json.endArray();
                 });
    call.answer(std::move(result));
}

} // namespace

Verb principalList(AuthorityParts parts)
{
    return {.spec = &kSpec, .run = [parts](Call& call) { run(parts, call); }};
}

} // namespace venomx::kernel
