// pane.close: ends a pane's processes and removes it.
#include <venomx/sdk/services/panes.h>
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
    kGraceParam,
    {.name = "keep",
     .type = Type::boolean(),
     .summary = "Leave alone what has detached itself: processes in sessions of their own, or whose parent has ended",
     .fallback = false},
};
constexpr Param kResult[] = {
    kPaneResult,
    {.name = "status", .type = Type::object(kStatusFields), .required = true, .summary = "How its process ended"},
};
constexpr ErrorSpec kErrors[] = {kNoPane};
constexpr Example kExamples[] = {
    {.summary = "Close a pane", .params = R"({"pane": "p0"})"},
    {.summary = "At once", .params = R"({"pane": "p0", "grace_ms": 0})"},
};
constexpr VerbSpec kSpec{.name = "pane.close",
                         .summary = "End a pane's processes and remove it",
                         .description =
                             "Sends SIGHUP and SIGCONT to the pane's process and all its descendants, SIGKILL after a grace, and "
                             "answers when they have ended. A neighbour takes the pane's room; the last pane of a window "
                             "takes the window along.",
                         .authorize = {{Right::write, "pane"}},
                         .effect = Effect::destroy,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void close(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const Closer::Wish wish{.grace = graceOf(call).value_or(table.settings().grace), .keep = call.flag("keep")};
    auto waiting = std::make_shared<Call>(std::move(call));
    table.close(pane, wish,
                [waiting, id = pane->id](const PaneStatus& status)
                {
                    Result result;
                    result.field("pane", id.str()).rawField("status", toJson(status));
                    waiting->answer(std::move(result));
                });
}

} // namespace

Verb closeVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { close(table, call); }};
}

} // namespace venomx::pane
