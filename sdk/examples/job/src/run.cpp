#include "run.h"

#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/verb_checks.h>

namespace job
{
namespace
{

using namespace venomx;

constexpr Param kStatus[] = {
    {.name = "code", .type = Type::integer(), .summary = "Exit status"},
    {.name = "signal", .type = Type::string(), .summary = "Signal that ended it"},
    {.name = "core", .type = Type::boolean(), .summary = "Whether it dumped core"},
};
constexpr Param kResult[] = {
    {.name = "status", .type = Type::object(kStatus), .required = true, .summary = "How the process ended"},
    {.name = "output", .type = Type::string(), .required = true, .summary = "What it printed, at most 64 KiB"},
};
constexpr Example kExamples[] = {
    {.summary = "Run a command and see what it prints", .params = R"({"argv":["uname","-s"]})"},
};
// argv, program, cwd, env, env_unset and grants, with all that can go wrong with them, come with kSpawnParams.
constexpr VerbSpec kSpec{
    .name = "job.run",
    .summary = "Run a process to its end",
    .authorize = {{Right::spawn}},
    .effect = Effect::write,
    .include = {kSpawnParams},
    .result = kResult,
    .examples = kExamples,
    .rest = "argv",
    .waits = true,
};
static_assert(valid(kSpec));

} // namespace

const VerbSpec& runSpec()
{
    return kSpec;
}

} // namespace job
