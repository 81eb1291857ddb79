#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "NewWindowPlacement.h"
#include "Specs.h"
#include "Verbs.h"
#include "Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "Session to add the window to, by id or name"},
    {.name = "name", .type = Type::string(), .summary = "Any text of up to 256 bytes without control characters; default: its id"},
    {.name = "cols", .type = Type::integer(), .summary = "Width of the terminal in cells, 2 to 1000", .fallback = TerminalSize{}.cols},
    {.name = "rows", .type = Type::integer(), .summary = "Height of the terminal in cells, 1 to 1000", .fallback = TerminalSize{}.rows},
};
constexpr Param kResult[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "The new window's id"},
    {.name = "session", .type = Type::string(), .required = true, .summary = "Id of the session that it is in"},
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Id of its one pane"},
    {.name = "principal", .type = Type::string(), .required = true, .summary = "The pane's own principal"},
    {.name = "pid", .type = Type::integer(), .required = true, .summary = "The process that runs in the pane"},
};
constexpr ErrorSpec kErrors[] = {kNoSession, kNameError, kNoSpace};
constexpr Example kExamples[] = {
    {.summary = "Run make in a project", .params = R"({"session": "s0", "argv": ["make"], "cwd": "/srv/app"})"},
    {.summary = "The login shell, in a wide window", .params = R"({"session": "build", "cols": 132, "rows": 40})"},
    {.summary = "Change the environment of the new process",
     .params = R"({"session": "s0", "argv": ["make", "test"], "env": [{"name": "LANG", "value": "C.UTF-8"}], "env_unset": ["HISTFILE"]})"},
};
constexpr VerbSpec kSpec{
    .name = "window.create",
    .summary = "Create a window with one pane",
    .description = "Starts a process in a pane of its own window, and answers when the program runs; if it cannot be started, nothing has "
                   "been made. A program that starts and fails at once was started: `pane.wait` tells how it ended.",
    .authorize = {{Right::spawn, "session"}},
    .effect = Effect::write,
    .params = kParams,
    .include = {kSpawnParams},
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples,
    .rest = "argv"};
static_assert(valid(kSpec));

void run(Workspace& workspace, Call& call)
{
    const SessionId id = call.session();
    workspace.mustTakeWindows(id);
    if (workspace.outside().daemon.stopping()) throw errors::shutdown();
    workspace.outside().panes.create(std::move(call), std::make_unique<NewWindowPlacement>(workspace, id));
}

} // namespace

Verb createWindow(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
