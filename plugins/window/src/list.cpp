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
    {.name = "session", .type = Type::string(), .summary = "Only the windows of this session, by id or name"},
};
constexpr Type kWindow = Type::object(kWindowObject);
constexpr Param kResult[] = {
    {.name = "windows", .type = Type::array(kWindow), .required = true, .summary = "The windows that the caller may read"},
};
constexpr ErrorSpec kErrors[] = {kNoSession};
constexpr Example kExamples[] = {
    {.summary = "All windows", .params = "{}"},
    {.summary = "The windows of one session", .params = R"({"session": "build"})"},
};
constexpr VerbSpec kSpec{.name = "window.list",
                         .summary = "List windows with their layouts",
                         .description = "Holds what the caller may read, oldest first, each with the geometry of its panes.",
                         .authorize = {{Right::read, "session"}},
                         .effect = Effect::read,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void run(const Workspace& workspace, Call& call)
{
    const auto session = call.find("session") ? std::optional{call.session()} : std::nullopt;
    Result result;
    result.write("windows",
                 [&](JsonWriter& json)
                 {
                     json.beginArray();
                     for (const auto& [id, window] : workspace.allWindows())
                     {
                         if (session && window.session != *session) continue;
                         if (call.may(Right::read, id.resource())) json.raw(windowObject(window).take());
                     }
                     json.endArray();
                 });
    call.answer(std::move(result));
}

} // namespace

Verb listWindows(Workspace& workspace)
{
    return {.spec = &kSpec, .run = [&workspace](Call& call) { run(workspace, call); }};
}

} // namespace venomx::window
