#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "Sizes.h"
#include "Specs.h"
#include "Verbs.h"
#include "WindowObject.h"
#include "Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "Window to resize"},
    {.name = "cols", .type = Type::integer(), .required = true, .summary = "New width in cells, 2 to 1000"},
    {.name = "rows", .type = Type::integer(), .required = true, .summary = "New height in cells, 1 to 1000"},
};
constexpr ErrorSpec kErrors[] = {kNoWindow, kSizeError, kNoSpace};
constexpr Example kExamples[] = {{.summary = "A wide window", .params = R"({"window": "w0", "cols": 132, "rows": 40})"}};
constexpr VerbSpec kSpec{.name = "window.resize",
                         .summary = "Resize a window",
                         .description = "Its panes get the new size in proportion to the old one.",
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
    const int cols = lengthOf(call, "cols");
    const int rows = lengthOf(call, "rows");
    workspace.resize(id, {.cols = cols, .rows = rows});
    call.answer(windowObject(window));
}

} // namespace

Verb resizeWindow(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
