#include "client/mcp/ToolSchema.h"

#include "client/Concat.h"
#include "client/mcp/StreamResult.h"
#include "client/mcp/ToolParams.h"

#include <algorithm>
#include <string>

namespace venomx::client::mcp
{
namespace
{

using Kind = TypeView::Kind;

/// What is asked is held to the letter; what is answered may grow.
enum class Side : bool
{
    input,
    output
};

void writeMembers(JsonWriter& json, const TypeView& type, Side side);

void writeType(JsonWriter& json, const TypeView& type, Side side)
{
    json.beginObject();
    writeMembers(json, type, side);
    json.endObject();
}

void writeFallback(JsonWriter& json, const ParamView& param)
{
    if (const Value* fallback = param.fallback()) json.field("default", *fallback);
}

void writeParam(JsonWriter& json, const ParamView& param, Side side)
{
    json.key(param.name()).beginObject();
    writeMembers(json, param.type(), side);
    if (!param.summary().empty()) json.field("description", param.summary());
    writeFallback(json, param);
    json.endObject();
}

/// A parameter of a tool whose verb streams or waits, where the tool takes less than the verb.
void writeInput(JsonWriter& json, const VerbView& verb, const ParamView& param)
{
    if (verb.stream() && param.name() == kFollow)
    {
        json.key(kFollow).beginObject().field("type", "boolean").field("const", false);
        json.field("description", "Only false: a tool's result ends with what is there; ask again from `next`").field("default", false);
        json.endObject();
        return;
    }
    if (!limitsWait(param)) return writeParam(json, param, Side::input);
    json.key(param.name()).beginObject();
    writeMembers(json, param.type(), Side::input);
    json.field("description",
               concat({param.summary(), "; a tool answers after ", std::to_string(kLongestWait), " even if it may be more"}));
    writeFallback(json, param);
    json.endObject();
}

void writeRequired(JsonWriter& json, const std::vector<ParamView>& params)
{
    if (std::ranges::none_of(params, &ParamView::required)) return;
    json.key("required").beginArray();
    for (const ParamView& param : params)
        if (param.required()) json.value(param.name());
    json.endArray();
}

void writeObject(JsonWriter& json, const std::vector<ParamView>& fields, Side side)
{
    json.field("type", "object").key("properties").beginObject();
    for (const ParamView& field : fields) writeParam(json, field, side);
    json.endObject();
    writeRequired(json, fields);
    if (side == Side::input) json.field("additionalProperties", false);
}

void writeString(JsonWriter& json, const TypeView& type)
{
    json.field("type", "string");
    const std::vector<std::string_view> choices = type.choices();
    if (choices.empty()) return;
    json.key("enum").beginArray();
    for (const std::string_view choice : choices) json.value(choice);
    json.endArray();
}

void writeMembers(JsonWriter& json, const TypeView& type, Side side)
{
    switch (type.kind())
    {
    case Kind::string:
        return writeString(json, type);
    case Kind::integer:
        json.field("type", "integer");
        if (const auto least = type.minimum()) json.field("minimum", *least);
        if (const auto most = type.maximum()) json.field("maximum", *most);
        return;
    case Kind::number:
        json.field("type", "number");
        return;
    case Kind::boolean:
        json.field("type", "boolean");
        return;
    case Kind::array:
        json.field("type", "array").key("items");
        return writeType(json, type.items(), side);
    case Kind::object:
        return writeObject(json, type.fields(), side);
    case Kind::json:
        return;
    }
}

void writeNext(JsonWriter& json, std::string_view description)
{
    json.key(kNext).beginObject().field("type", "string").field("description", description).endObject();
}

} // namespace

void writeInputSchema(JsonWriter& json, const VerbView& verb)
{
    const std::vector<ParamView> params = verb.params();
    json.beginObject().field("type", "object").key("properties").beginObject();
    for (const ParamView& param : params) writeInput(json, verb, param);
    if (mayBeCut(verb)) writeNext(json, "Goes on with a result that was cut: its `next`, beside the same arguments");
    json.endObject();
    writeRequired(json, params);
    json.field("additionalProperties", false).endObject();
}

void writeOutputSchema(JsonWriter& json, const VerbView& verb)
{
    const std::vector<ParamView> results = verb.results();
    json.beginObject().field("type", "object").key("properties").beginObject();
    for (const ParamView& result : results) writeParam(json, result, Side::output);
    if (mayBeCut(verb)) writeNext(json, "Only in a result that was cut: call again with it; texts and lists go on where they ended");
    if (verb.stream())
    {
        json.key(kFrames).beginObject().field("type", "array").key("items").beginObject().field("type", "object").endObject();
        json.field("description", "What the stream brought, in order").endObject();
    }
    json.endObject().key("required").beginArray();
    for (const ParamView& result : results)
        if (result.required()) json.value(result.name());
    if (verb.stream()) json.value(kFrames);
    json.endArray().endObject();
}

} // namespace venomx::client::mcp
