// pane.list: the panes that the caller may read.
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {
    {.name = "session", .type = Type::string(), .summary = "Only panes of this session"},
    {.name = "window", .type = Type::string(), .summary = "Only panes of this window"},
};
constexpr Param kResult[] = {
    {.name = "panes", .type = Type::array(kPaneObject), .required = true, .summary = "Panes in the order of their creation"},
};
constexpr ErrorSpec kErrors[] = {
    {.code = "not_found.session", .when = "No such session"},
    {.code = "not_found.window", .when = "No such window"},
};
constexpr Example kExamples[] = {
    {.summary = "All panes", .params = "{}"},
    {.summary = "The panes of one window", .params = R"({"window": "w0"})"},
};
constexpr VerbSpec kSpec{.name = "pane.list",
                         .summary = "List panes",
                         .description = "Holds what the caller may read, oldest first.",
                         .authorize = {{Right::read, "session"}, {Right::read, "window"}},
                         .effect = Effect::read,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void list(PaneTable& table, Call& call)
{
    const auto session = call.find("session") ? std::optional{call.session()} : std::nullopt;
    const bool inWindow = call.find("window") != nullptr;
    const WindowId window = inWindow ? call.window() : WindowId{};
    Result result;
    result.write("panes",
                 [&](JsonWriter& json)
                 {
                     json.beginArray();
                     for (const auto& [id, pane] : table.all())
                     {
                         if ((session && pane->session != *session) || (inWindow && pane->window != window)) continue;
                         if (call.may(Right::read, id)) writePane(json, *pane);
                     }
                     json.endArray();
                 });
    call.answer(std::move(result));
}

} // namespace

Verb listVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { list(table, call); }};
}

} // namespace venomx::pane
