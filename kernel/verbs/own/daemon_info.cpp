#include <unistd.h>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/verb_checks.h>

#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{
namespace
{

constexpr Param kResult[] = {
    {.name = "version", .type = Type::string(), .required = true, .summary = "The daemon's version"},
    {.name = "boot", .type = Type::string(), .required = true, .summary = "This life of the daemon, 16 hex digits"},
    {.name = "started", .type = Type::string(), .required = true, .summary = "When it started"},
    {.name = "pid", .type = Type::integer(), .required = true, .summary = "Its process"},
    {.name = "stopping", .type = Type::boolean(), .required = true, .summary = "Has its stop begun?"},
};
constexpr Example kExamples[] = {{.summary = "See which daemon answers", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "daemon.info",
    .summary = "Show the daemon's version and life",
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

} // namespace

Verb daemonInfo(const OwnParts& parts)
{
    return {.spec = &kSpec,
            .run = [&info = parts.info](Call& call)
            {
                Result result;
                result.field("version", std::string_view{info.version()})
                    .field("boot", std::string_view{info.boot()})
                    .field("started", std::string_view{rfc3339(info.started())})
                    .field("pid", static_cast<std::int64_t>(getpid()))
                    .field("stopping", info.stopping());
                call.answer(std::move(result));
            }};
}

} // namespace venomx::kernel
