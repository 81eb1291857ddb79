#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "Specs.h"
#include "Verbs.h"
#include "WindowObject.h"
#include "Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "Window of the pane"},
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Pane of that window to make active"},
};
constexpr ErrorSpec kErrors[] = {kNoWindow, kNoPane};
constexpr Example kExamples[] = {{.summary = "The pane that was split off", .params = R"({"window": "w0", "pane": "p1"})"}};
constexpr VerbSpec kSpec{.name = "window.select",
                         .summary = "Make a pane the active one of its window",
                         .description =
                             "Clients that attach show the active pane as the one that is typed into. Nothing in the daemon follows it.",
                         .authorize = {{Right::write, "window"}, {Right::write, "pane"}},
                         .effect = Effect::write,
                         .params = kParams,
                         .result = kWindowObject,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void run(Workspace& workspace, Call& call)
{
    const WindowId id = call.window();
    const Window& window = workspace.get(id);
    const PaneId pane = call.pane();
    if (!window.layout.sizeOf(pane)) throw errors::noPane();
    workspace.select(id, pane);
    call.answer(windowObject(window));
}

} // namespace

Verb selectPane(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
