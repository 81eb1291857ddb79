#include "client/mcp/Reply.h"

#include "client/Concat.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kDeniedClass{"denied."};

void addText(JsonWriter& json, std::string_view text)
{
    json.beginObject().field("type", "text").field("text", text).endObject();
}

/// What whoever runs the server can do about a denial; empty where that is nothing.
std::string remedyFor(std::string_view code)
{
    if (!code.starts_with(kDeniedClass)) return {};
    const std::string_view right = code.substr(kDeniedClass.size());
    if (right == "token") return "Start venomx mcp with a token that is valid: --token-file PATH or VENOMX_TOKEN.";
    if (right != "read" && right != "write" && right != "spawn" && right != "admin") return {};
    return concat({"Start venomx mcp with a token that has the right ", right, ": --token-file PATH or VENOMX_TOKEN."});
}

JsonWriter begin(std::string& text, std::string_view id)
{
    JsonWriter json{text};
    json.beginObject().field("jsonrpc", "2.0").rawField("id", id);
    return json;
}

} // namespace

std::string resultReply(std::string_view id, std::string_view result)
{
    std::string text;
    begin(text, id).rawField("result", result).endObject();
    return text;
}

std::string errorReply(std::string_view id, const RpcError& error, std::string_view data)
{
    std::string text;
    JsonWriter json = begin(text, id);
    json.key("error").beginObject().field("code", error.code).field("message", error.message);
    if (!data.empty()) json.rawField("data", data);
    json.endObject().endObject();
    return text;
}

std::string toolReply(std::string_view id, std::string_view result)
{
    std::string text;
    text.reserve(result.size() * 2 + result.size() / 4 + 256);
    JsonWriter json = begin(text, id);
    json.key("result").beginObject().key("content").beginArray();
    addText(json, result);
    json.endArray().rawField("structuredContent", result).field("isError", false).endObject().endObject();
    return text;
}

std::string toolErrorReply(std::string_view id, std::string_view code, std::string_view error)
{
    std::string text;
    JsonWriter json = begin(text, id);
    json.key("result").beginObject().key("content").beginArray();
    addText(json, concat({"{\"error\":", error, "}"}));
    if (const std::string remedy = remedyFor(code); !remedy.empty()) addText(json, remedy);
    json.endArray().field("isError", true).endObject().endObject();
    return text;
}

std::string notification(std::string_view method)
{
    std::string text;
    JsonWriter{text}.beginObject().field("jsonrpc", "2.0").field("method", method).endObject();
    return text;
}

} // namespace venomx::client::mcp
