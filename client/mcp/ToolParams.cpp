#include "client/mcp/ToolParams.h"

#include "client/Failure.h"
#include "client/Json.h"
#include "client/mcp/Message.h"
#include "client/mcp/StreamResult.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

/// The most that the verb takes as a limit to its waiting; nothing when it has no such parameter.
std::optional<std::int64_t> mostTimeout(const VerbView& verb)
{
    for (const ParamView& param : verb.params())
        if (limitsWait(param)) return param.type().maximum().value_or(std::numeric_limits<std::int64_t>::max());
    return std::nullopt;
}

[[noreturn]] void refuseToFollow()
{
    const std::array<Member, 2> data{{{"param", Value::string(kFollow)}, {"reason", Value::string("choice")}}};
    const std::array<Member, 3> error{{{"code", Value::string("invalid_params.schema")},
                                       {"message", Value::string("a parameter is not one of its choices")},
                                       {"data", Value::object(data)}}};
    const Value value = Value::object(error);
    throw Failure::fromDaemon(value, toJson(value));
}

void endStream(JsonWriter& json, const Value& arguments)
{
    const Value* follow = arguments.find(kFollow);
    if (follow == nullptr)
        json.field(kFollow, false);
    else if (follow->is(Value::Kind::boolean) && follow->asBoolean())
        refuseToFollow();
}

} // namespace

bool canEnd(const VerbView& verb)
{
    const std::vector<ParamView> params = verb.params();
    return std::ranges::any_of(params, [](const ParamView& param)
                               { return param.name() == kFollow && param.type().kind() == TypeView::Kind::boolean; });
}

bool limitsWait(const ParamView& param)
{
    return param.name() == kTimeout && param.type().kind() == TypeView::Kind::integer;
}

bool mayBeCut(const VerbView& verb)
{
    const auto isNext = [](const ParamView& field) { return field.name() == kNext; };
    const auto isLong = [&](const ParamView& field)
    {
        using Kind = TypeView::Kind;
        const Kind kind = field.type().kind();
        return kind == Kind::array || kind == Kind::object || kind == Kind::json ||
               (kind == Kind::string && textAt(verb.json(), "effect") == "read");
    };
    const std::vector<ParamView> params = verb.params();
    const std::vector<ParamView> results = verb.results();
    return !verb.stream() && !givesContent(verb) && std::ranges::none_of(params, isNext) && std::ranges::none_of(results, isNext) &&
           std::ranges::any_of(results, isLong);
}

bool givesContent(const VerbView& verb)
{
    const std::vector<ParamView> results = verb.results();
    return std::ranges::any_of(results, [](const ParamView& result)
                               { return result.name() == kContent && result.type().kind() == TypeView::Kind::json; });
}

std::optional<std::int64_t> waitLimit(const VerbView& verb, std::string_view params)
{
    for (const ParamView& param : verb.params())
    {
        if (!limitsWait(param)) continue;
        Arena arena;
        const Value given = JsonReader{kDeepestMessage}.read(params, arena).value;
        if (const std::optional<std::int64_t> limit = integerAt(given, kTimeout)) return limit;
        const Value* fallback = param.fallback();
        return fallback != nullptr && fallback->is(Value::Kind::integer) ? std::optional{fallback->asInteger()} : std::nullopt;
    }
    return std::nullopt;
}

Secret verbParams(const VerbView& verb, std::string_view arguments)
{
    const std::optional<std::int64_t> most = mostTimeout(verb);
    if (!verb.stream() && !most) return Secret{arguments};
    Arena arena;
    JsonReader reader{kDeepestMessage};
    const JsonReader::Outcome outcome = reader.read(arguments, arena);
    std::string text;
    text.reserve(arguments.size() * 2 + kFollow.size());
    JsonWriter json{text};
    json.beginObject();
    for (const auto& [name, value] : outcome.value.members())
    {
        json.key(name);
        // What the verb would refuse stays as it is.
        if (name == kTimeout && most && value.is(Value::Kind::integer) && value.asInteger() <= *most)
            json.value(std::min(value.asInteger(), kLongestWait));
        else
            json.value(value);
    }
    if (verb.stream()) endStream(json, outcome.value);
    json.endObject();
    Secret params{text};
    wipe(text.data(), text.size());
    return params;
}

} // namespace venomx::client::mcp
