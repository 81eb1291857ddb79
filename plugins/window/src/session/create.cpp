#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "../Specs.h"
#include "../Verbs.h"
#include "../Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "name",
     .type = Type::string(),
     .summary = "Unique name, 1 to 64 of A-Z a-z 0-9 . _ -, and not in the form of an id; default: its id"},
};
constexpr Param kResult[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "The new session's id"},
    {.name = "name", .type = Type::string(), .required = true, .summary = "Its name"},
};
constexpr ErrorSpec kErrors[] = {kNameError, kNameTaken, kStopping};
constexpr Example kExamples[] = {
    {.summary = "A session with a name of its own", .params = R"({"name": "build"})"},
    {.summary = "A session named for its id", .params = "{}"},
};
constexpr VerbSpec kSpec{
    .name = "session.create",
    .summary = "Create a session",
    .description = "A session holds windows. It is made empty, and stays when its last window goes. Wherever a verb takes a `session`, the "
                   "id or the name will do.",
    .authorize = {{Right::spawn}},
    .effect = Effect::write,
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples};
static_assert(valid(kSpec));

void run(Workspace& workspace, Call& call)
{
    if (workspace.outside().daemon.stopping()) throw errors::shutdown();
    const Session& session = workspace.addSession(call.findText("name"), call.caller());
    Result result;
    result.field("session", session.id.str()).field("name", session.name);
    call.answer(std::move(result));
}

} // namespace

Verb createSession(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
