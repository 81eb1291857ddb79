#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "../Closings.h"
#include "../Specs.h"
#include "../Verbs.h"
#include "../Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "Session to close, by id or name"},
    kGraceParam,
};
constexpr Param kResult[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "The session's id"},
    {.name = "panes", .type = Type::array(kId), .required = true, .summary = "Ids of the panes that were closed with it"},
};
constexpr ErrorSpec kErrors[] = {kNoSession, kStopping};
constexpr Example kExamples[] = {{.summary = "Close a session and all that runs in it", .params = R"({"session": "build"})"}};
constexpr VerbSpec kSpec{
    .name = "session.close",
    .summary = "Close a session with its windows and panes",
    .description =
        "Ends the processes of all its panes at once: SIGHUP, and SIGKILL when the grace is over. Answers when the last of them is "
        "gone and the session with it. Meanwhile the session takes no new windows or panes.",
    .authorize = {{Right::write, "session"}},
    .effect = Effect::destroy,
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples};
static_assert(valid(kSpec));

void run(Workspace& workspace, Closings& closings, Call& call)
{
    const SessionId id = call.session();
    workspace.markClosing(id);
    const std::vector<PaneId> panes = workspace.panesOf(id);
    closings.start(std::move(call), workspace.outside().panes, panes,
                   [&workspace, id, panes]
                   {
                       if (workspace.find(id)) workspace.removeSession(id);
                       return closedWith("session", id.str(), panes);
                   });
}

} // namespace

Verb closeSession(Workspace& workspace, Closings& closings)
{
    return {.spec = &kSpec, .run = [&workspace, &closings](Call& call) { run(workspace, closings, call); }};
}

} // namespace venomx::window
