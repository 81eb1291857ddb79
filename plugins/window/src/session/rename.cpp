#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "../Specs.h"
#include "../Verbs.h"
#include "../Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Param kParams[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "Session to rename, by id or name"},
    {.name = "name", .type = Type::string(), .required = true, .summary = "Unique name, 1 to 64 of A-Z a-z 0-9 . _ -; of ids only its own"},
};
constexpr Param kResult[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "The session's id"},
    {.name = "name", .type = Type::string(), .required = true, .summary = "Its name now"},
};
constexpr ErrorSpec kErrors[] = {kNoSession, kNameError, kNameTaken};
constexpr Example kExamples[] = {{.summary = "Give a session a name", .params = R"({"session": "s0", "name": "release"})"}};
constexpr VerbSpec kSpec{.name = "session.rename",
                         .summary = "Rename a session",
                         .authorize = {{Right::write, "session"}},
                         .effect = Effect::write,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void run(Workspace& workspace, Call& call)
{
    const SessionId id = call.session();
    const Session& session = workspace.get(id);
    workspace.rename(id, call.text("name"));
    Result result;
    result.field("session", id.str()).field("name", session.name);
    call.answer(std::move(result));
}

} // namespace

Verb renameSession(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
