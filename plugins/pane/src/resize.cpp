// pane.resize: new columns or rows for a pane, at its neighbours' cost.
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
    kPaneParam,
    {.name = "cols", .type = Type::integer(), .summary = "New width"},
    {.name = "rows", .type = Type::integer(), .summary = "New height"},
};
constexpr ErrorSpec kErrors[] = {
    kNoPane,
    {.code = "invalid_params.size", .when = "Neither cols nor rows, or one outside 1..1000", .data = spawn_params::kParamOnly},
    {.code = "conflict.no_space", .when = "The window, or a neighbour, has no room for it"},
    {.code = "unavailable.layout", .when = "The daemon runs without windows"},
};
constexpr Example kExamples[] = {{.summary = "Make a pane 100 columns wide", .params = R"({"pane": "p0", "cols": 100})"}};
constexpr VerbSpec kSpec{.name = "pane.resize",
                         .summary = "Resize a pane within its window",
                         .authorize = {{Right::write, "pane"}},
                         .effect = Effect::write,
                         .params = kParams,
                         .result = kPaneFields,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

std::optional<int> cells(const Call& call, std::string_view param)
{
    const auto given = call.findInteger(param);
    if (!given) return std::nullopt;
    if (*given < 1 || *given > 1000) throw errors::size(param);
    return static_cast<int>(*given);
}

void resize(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const auto cols = cells(call, "cols");
    const auto rows = cells(call, "rows");
    if (!cols && !rows) throw Refusal{"invalid_params.size", "give cols, rows or both"}.at("cols");
    Layout* layout = table.around().layout();
    if (layout == nullptr) throw Refusal{"unavailable.layout", "the daemon runs without windows"};
    layout->resize(pane->id, cols, rows);
    call.answer(paneResult(*pane));
}

} // namespace

Verb resizeVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { resize(table, call); }};
}

} // namespace venomx::pane
