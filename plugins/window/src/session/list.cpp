#include <venomx/sdk/call.h>
#include <venomx/sdk/verb_checks.h>

#include "../Specs.h"
#include "../Verbs.h"
#include "../Workspace.h"

namespace venomx::window
{

namespace
{

constexpr Type kWindows = Type::array(kId);
constexpr Param kFields[] = {
    {.name = "session", .type = Type::string(), .required = true, .summary = "The session's id"},
    {.name = "name", .type = Type::string(), .required = true, .summary = "Its name"},
    {.name = "windows", .type = kWindows, .required = true, .summary = "Ids of its windows, oldest first"},
    {.name = "created", .type = Type::string(), .required = true, .summary = "When it was made (RFC 3339)"},
};
constexpr Type kSession = Type::object(kFields);
constexpr Param kResult[] = {
    {.name = "sessions", .type = Type::array(kSession), .required = true, .summary = "The sessions that the caller may read"},
};
constexpr Example kExamples[] = {{.summary = "All sessions", .params = "{}"}};
constexpr VerbSpec kSpec{.name = "session.list",
                         .summary = "List sessions",
                         .description = "Holds what the caller may read, oldest first.",
                         .effect = Effect::read,
                         .result = kResult,
                         .examples = kExamples};
static_assert(valid(kSpec));

void write(JsonWriter& json, const Session& session, const Call& call)
{
    json.beginObject().field("session", session.id.str()).field("name", session.name).key("windows").beginArray();
    for (const WindowId window : session.windows)
        if (call.may(Right::read, window.resource())) json.value(window.str());
    json.endArray().field("created", rfc3339(session.created)).endObject();
}

void run(const Workspace& workspace, Call& call)
{
    Result result;
    result.write("sessions",
                 [&](JsonWriter& json)
                 {
                     json.beginArray();
                     for (const auto& [id, session] : workspace.allSessions())
                         if (call.may(Right::read, id.resource())) write(json, session, call);
                     json.endArray();
                 });
    call.answer(std::move(result));
}

} // namespace

Verb listSessions(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
