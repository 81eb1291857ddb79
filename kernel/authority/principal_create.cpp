#include "kernel/authority/AuthorityVerbs.h"

#include "kernel/authority/Delegation.h"

#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{
namespace
{

constexpr Param kParams[] = {
    {.name = "grants",
     .type = Type::array(authority_fields::kGrantItem),
     .summary = "What the principal may do; default: read self and write self; [] for nothing"},
};
constexpr Param kResult[] = {
    {.name = "principal", .type = Type::string(), .required = true, .summary = "The new principal's id"},
    {.name = "token", .type = Type::string(), .required = true, .summary = "Its token, shown this once"},
};
constexpr Param kParamOnly[] = {{.name = "param", .type = Type::string(), .required = true, .summary = "The parameter"}};
constexpr Param kIndex[] = {
    {.name = "index", .type = Type::integer(), .required = true, .summary = "First grant that the caller may not give"}};
constexpr ErrorSpec kErrors[] = {
    {.code = "invalid_params.grant_scope", .when = "A grant's right or scope is malformed, or there are more than 256", .data = kParamOnly},
    {.code = "denied.delegation", .when = "A grant is more than the caller's own", .data = kIndex},
    {.code = "unavailable.shutdown", .when = "The daemon is stopping"},
};
constexpr Example kExamples[] = {
    {.summary = "A principal for a dashboard that reads everything", .params = R"({"grants":[{"right":"read","scope":"*"}]})"}};
constexpr VerbSpec kSpec{
    .name = "principal.create",
    .summary = "Make a principal with its own token",
    .description =
        "The token is in the answer and nowhere else: the daemon keeps only its digest. Hand it over by a file or an environment, "
        "never on a command line.",
    .authorize = {Right::admin},
    .effect = Effect::write,
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples,
};
static_assert(valid(kSpec));

void run(const AuthorityParts& parts, Call& call)
{
    if (parts.daemon.stopping()) throw errors::shutdown();
    const Value* asked = call.find("grants");
    Grants grants = asked != nullptr ? parseGrants(*asked, parts.index) : defaultGrants();
    checkDelegation(grants, parts.principals.holding(call.caller()), parts.index);
    const auto [principal, token] = parts.principals.create(call.caller(), std::move(grants));
    Result result;
    result.field("principal", principal.str()).field("token", token.expose());
    call.answer(std::move(result));
}

} // namespace

Verb principalCreate(AuthorityParts parts)
{
    return {.spec = &kSpec, .run = [parts](Call& call) { run(parts, call); }};
}

} // namespace venomx::kernel
