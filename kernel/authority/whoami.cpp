#include "kernel/authority/AuthorityVerbs.h"

#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{
namespace
{

constexpr Type kGrantList = Type::array(authority_fields::kGrantItem);
constexpr Param kResult[] = {
    {.name = "principal", .type = Type::string(), .required = true, .summary = "The caller's principal: owner, unknown or g<n>"},
    {.name = "pane", .type = Type::string(), .summary = "The pane whose principal it is"},
    {.name = "grants", .type = kGrantList, .required = true, .summary = "What the principal may do"},
};
constexpr Example kExamples[] = {{.summary = "See as whom the daemon takes you", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "whoami",
    .summary = "Show the caller's principal and grants",
    .description = "Who the caller is to the daemon: the owner, a pane's own principal, or `unknown` for a client without a token.",
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

void run(const AuthorityParts& parts, Call& call)
{
    const PrincipalId caller = call.caller();
    Result result;
    result.field("principal", caller.str());
    if (const Principal* found = parts.principals.find(caller); found != nullptr && found->pane) result.field("pane", found->pane->str());
    result.rawField("grants", parts.principals.grantsJson(caller));
    call.answer(std::move(result));
}

} // namespace

Verb whoami(AuthorityParts parts)
{
    return {.spec = &kSpec, .run = [parts](Call& call) { run(parts, call); }};
}

} // namespace venomx::kernel
