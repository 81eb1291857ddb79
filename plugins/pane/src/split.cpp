// pane.split: starts a process in a new pane that takes its room from another.
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Pane to split"},
    {.name = "axis", .type = Type::string({"rows", "cols"}), .required = true, .summary = "rows: one above the other; cols: side by side"},
    {.name = "size", .type = Type::integer(), .summary = "Rows or columns of the new pane; default: half"},
    {.name = "percent", .type = Type::integer(), .summary = "Share of the room for the new pane, in place of size"},
    {.name = "before", .type = Type::boolean(), .summary = "Put the new pane above or to the left", .fallback = false},
};
constexpr Param kResult[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "New pane's id"},
    {.name = "window", .type = Type::string(), .required = true, .summary = "Its window"},
    {.name = "session", .type = Type::string(), .required = true, .summary = "Its session"},
    {.name = "principal", .type = Type::string(), .required = true, .summary = "Its principal"},
    {.name = "pid", .type = Type::integer(), .required = true, .summary = "Its process"},
};
constexpr ErrorSpec kErrors[] = {
    kNoPane,
    {.code = "conflict.pane_exited", .when = "The process of the pane to split has ended"},
    {.code = "conflict.no_space", .when = "A pane would be smaller than 2 columns by 1 row"},
    {.code = "unavailable.layout", .when = "The daemon runs without windows"},
};
constexpr Example kExamples[] = {
    {.summary = "Run the tests beside a pane", .params = R"({"pane": "p0", "axis": "cols", "argv": ["make", "test"], "cwd": "/srv/app"})"},
    {.summary = "A login shell in the lowest third", .params = R"({"pane": "p0", "axis": "rows", "percent": 33})"},
};
constexpr VerbSpec kSpec{.name = "pane.split",
                         .summary = "Split a pane and start a process in the new one",
                         .description = "The new pane takes its room from the one that is split. The process starts exactly as asked: "
                                        "no shell, its own terminal, its own principal. The answer comes when the program runs; a "
                                        "program that cannot be started leaves nothing behind.",
                         .authorize = {{Right::spawn, "pane"}},
                         .effect = Effect::write,
                         .params = kParams,
                         .include = {kSpawnParams},
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples,
                         .rest = "argv"};
static_assert(valid(kSpec));

void split(PaneTable& table, Call& call)
{
    const PanePtr source = table.get(call.pane());
    if (source->ended()) throw errors::paneExited();
    Layout* layout = table.around().layout();
    if (layout == nullptr) throw Refusal{"unavailable.layout", "the daemon runs without windows"};
    auto placement = layout->split(call, source->id);
    table.create(std::move(call), std::move(placement));
}

} // namespace

Verb splitVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { split(table, call); }};
}

} // namespace venomx::pane
