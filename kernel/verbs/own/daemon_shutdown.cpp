#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{
namespace
{

constexpr Param kResult[] = {
    {.name = "stopping", .type = Type::boolean(), .required = true, .summary = "Always true: the stop has begun"},
};
constexpr Example kExamples[] = {{.summary = "Stop the daemon with all its panes", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "daemon.shutdown",
    .summary = "Stop the daemon and close all panes",
    .description = "New panes are refused from now on, running requests finish, panes are closed and the daemon ends. The answer comes "
                   "when the stop has begun.",
    .authorize = {Right::admin},
    .effect = Effect::destroy,
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

} // namespace

Verb daemonShutdown(const OwnParts& parts)
{
    return {.spec = &kSpec,
            .run = [shutdown = parts.shutdown](Call& call)
            {
                Result result;
                result.field("stopping", true);
                call.answer(std::move(result));
                shutdown();
            }};
}

} // namespace venomx::kernel
