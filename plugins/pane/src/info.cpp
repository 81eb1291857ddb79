// pane.info: one pane.
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {kPaneParam};
constexpr ErrorSpec kErrors[] = {kNoPane};
constexpr Example kExamples[] = {{.summary = "How is the first pane", .params = R"({"pane": "p0"})"}};
constexpr VerbSpec kSpec{.name = "pane.info",
                         .summary = "Tell about one pane",
                         .authorize = {{Right::read, "pane"}},
                         .effect = Effect::read,
                         .params = kParams,
                         .result = kPaneFields,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

} // namespace

Verb infoVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { call.answer(paneResult(*table.get(call.pane()))); }};
}

} // namespace venomx::pane
