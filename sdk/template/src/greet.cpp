#include "greet.h"

#include <string>
#include <venomx/sdk/verb_checks.h>

namespace my_plugin
{
namespace
{

using namespace venomx;

constexpr Param kParams[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "Whom to greet"},
    {.name = "loud", .type = Type::boolean(), .summary = "With an exclamation mark", .fallback = false},
};
constexpr Param kResult[] = {
    {.name = "greeting", .type = Type::string(), .required = true, .summary = "The greeting"},
};
constexpr ErrorSpec kErrors[] = {
    {.code = "invalid_params.name", .when = "The name is empty"},
};
constexpr Example kExamples[] = {
    {.summary = "Greet the world", .params = R"({"name":"world"})"},
    {.summary = "Greet it loudly", .params = R"({"name":"world","loud":true})"},
};
// Help, validation, the command line and the MCP tool all come from this table.
constexpr VerbSpec kSpec{
    .name = "my_plugin.greet",
    .summary = "Greet somebody",
    // On all that there is (scope *): a program in a pane has no such right unless it was given one. `{}`: anyone may call.
    .authorize = {{Right::read}},
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples,
};
static_assert(valid(kSpec));

} // namespace

const VerbSpec& greetSpec()
{
    return kSpec;
}

void greet(Call& call, GreetParts parts)
{
    const std::string_view name = call.text("name");
    if (name.empty()) throw Refusal{"invalid_params.name", "the name is empty"}.at("name");

    parts.greeted.add();
    Result told;
    parts.events.publish("my_plugin.greeted", {}, std::move(told.field("loud", call.flag("loud"))));

    std::string greeting{parts.word};
    greeting.append(", ").append(name);
    if (call.flag("loud")) greeting.push_back('!');
    Result result;
    result.field("greeting", std::string_view{greeting});
    call.answer(std::move(result));
}

} // namespace my_plugin
