// pane.clear: blanks a pane's screen, and its scrollback if asked.
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {
    kPaneParam,
    {.name = "scrollback", .type = Type::boolean(), .summary = "Forget the scrollback too", .fallback = false},
};
constexpr Param kResult[] = {kPaneResult};
constexpr ErrorSpec kErrors[] = {kNoPane};
constexpr Example kExamples[] = {{.summary = "Forget all that was printed", .params = R"({"pane": "p0", "scrollback": true})"}};
constexpr VerbSpec kSpec{.name = "pane.clear",
                         .summary = "Clear a pane's screen",
                         .description = "Blanks the screen and puts the cursor at its beginning. The program is not told.",
                         .authorize = {{Right::write, "pane"}},
                         .effect = Effect::destroy,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void clear(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    pane->console->clear(call.flag("scrollback"));
    Result result;
    result.field("pane", pane->id.str());
    call.answer(std::move(result));
}

} // namespace

Verb clearVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { clear(table, call); }};
}

} // namespace venomx::pane
