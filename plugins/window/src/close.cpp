#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "Closings.h"
#include "Specs.h"
#include "Verbs.h"
#include "Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "Window to close"},
    kGraceParam,
};
constexpr Param kResult[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "The window's id"},
    {.name = "panes", .type = Type::array(kId), .required = true, .summary = "Ids of the panes that were closed with it"},
};
constexpr ErrorSpec kErrors[] = {kNoWindow, kStopping};
constexpr Example kExamples[] = {{.summary = "Close a window and all that runs in it", .params = R"({"window": "w0"})"}};
constexpr VerbSpec kSpec{
    .name = "window.close",
    .summary = "Close a window with its panes",
    .description =
        "Ends the processes of all its panes at once: SIGHUP, and SIGKILL when the grace is over. Answers when the last of them is "
        "gone and the window with it. Meanwhile the window takes no new panes. Its session stays.",
    .authorize = {{Right::write, "window"}},
    .effect = Effect::destroy,
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples};
static_assert(valid(kSpec));

void run(Workspace& workspace, Closings& closings, Call& call)
{
    const WindowId id = call.window();
    workspace.markClosing(id);
    const std::vector<PaneId> panes = workspace.panes(id);
    closings.start(std::move(call), workspace.outside().panes, panes, [id, panes] { return closedWith("window", id.str(), panes); });
}

} // namespace

Verb closeWindow(Workspace& workspace, Closings& closings)
{
    return {.spec = &kSpec, .run = [&workspace, &closings](Call& call) { run(workspace, closings, call); }};
}

} // namespace venomx::window
