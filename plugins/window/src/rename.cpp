#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "Names.h"
#include "Specs.h"
#include "Verbs.h"
#include "WindowObject.h"
#include "Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "Window to rename"},
    {.name = "name", .type = Type::string(), .required = true, .summary = "Any text of up to 256 bytes without control characters"},
};
constexpr ErrorSpec kErrors[] = {kNoWindow, kNameError};
constexpr Example kExamples[] = {{.summary = "Say what a window is for", .params = R"({"window": "w0", "name": "unit tests"})"}};
constexpr VerbSpec kSpec{.name = "window.rename",
                         .summary = "Rename a window",
                         .description = "Names of windows need not be unique, and no verb looks a window up by its name.",
                         .authorize = {{Right::write, "window"}},
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
    if (!windowNameAllowed(call.text("name"))) throw nameNotAllowed();
    workspace.rename(id, call.text("name"));
    call.answer(windowObject(window));
}

} // namespace

Verb renameWindow(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
