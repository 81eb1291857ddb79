#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{
namespace
{

constexpr Param kResult[] = {
    {.name = "manifest", .type = Type::json(), .required = true, .summary = "The merged manifest, format 1"},
    {.name = "hash", .type = Type::string(), .required = true, .summary = "SHA-256 of the manifest's text, as in the answer to hello"},
};
constexpr Example kExamples[] = {{.summary = "Read what this daemon can do", .params = "{}"}};
constexpr VerbSpec kSpec{
    .name = "manifest.get",
    .summary = "Describe every verb of the running daemon",
    .description = "The description from which commands, tools and documents are made: every plugin's verbs with their parameters, "
                   "results, errors and examples. It changes only when plugins do; the hash says so.",
    .result = kResult,
    .examples = kExamples,
};
static_assert(valid(kSpec));

} // namespace

Verb manifestGet(const OwnParts& parts)
{
    return {.spec = &kSpec,
            .run = [&manifest = parts.manifest](Call& call)
            {
                Result result;
                result.rawField("manifest", manifest.text()).field("hash", std::string_view{manifest.hash()});
                call.answer(std::move(result));
            }};
}

} // namespace venomx::kernel
