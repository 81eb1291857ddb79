#include "kernel/authority/AuthorityVerbs.h"

#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{
namespace
{

constexpr Param kParams[] = {
    {.name = "principal", .type = Type::string(), .required = true, .summary = "Id of the principal, such as g3"},
};
constexpr Param kResult[] = {
    {.name = "principal", .type = Type::string(), .required = true, .summary = "Its id"},
};
constexpr ErrorSpec kErrors[] = {
    {.code = "not_found.principal", .when = "No such principal, or it has been revoked"},
    {.code = "conflict.principal", .when = "It is the owner or unknown, who are always there"},
};
constexpr Example kExamples[] = {{.summary = "Take a pane's program its rights", .params = R"({"principal":"g3"})"}};
constexpr VerbSpec kSpec{
    .name = "principal.revoke",
    .summary = "End a principal",
    .description = "Its token is refused from now on, its connections are closed and its streams end. What it made stays.",
    .authorize = {Right::admin},
    .effect = Effect::destroy,
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples,
};
static_assert(valid(kSpec));

void run(const AuthorityParts& parts, Call& call)
{
    const auto principal = PrincipalId::parse(call.text("principal"));
    if (principal == PrincipalId::owner() || principal == PrincipalId::unknown())
        throw Refusal{"conflict.principal", "this principal cannot be revoked"};
    if (!principal || parts.principals.find(*principal) == nullptr) throw Refusal{"not_found.principal", "no such principal"};
    parts.principals.revoke(*principal);
    Result result;
    result.field("principal", principal->str());
    call.answer(std::move(result));
}

} // namespace

Verb principalRevoke(AuthorityParts parts)
{
    return {.spec = &kSpec, .run = [parts](Call& call) { run(parts, call); }};
}

std::vector<Verb> authorityVerbs(AuthorityParts parts)
{
    return {whoami(parts), principalList(parts), principalCreate(parts), principalRevoke(parts)};
}

} // namespace venomx::kernel
