#include "client/mcp/Reply.h"

#include "client/Concat.h"
#include "client/Denial.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/ServerInfo.h"
#include "client/wire/Frame.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kResultType{"resultType"};
constexpr std::string_view kServerInfo{"io.modelcontextprotocol/serverInfo"};

void addText(JsonWriter& json, std::string_view text)
{
    json.beginObject().field("type", "text").field("text", text).endObject();
}

/// What whoever runs the server can do about a denial; empty where that is nothing.
std::string remedyFor(std::string_view code)
{
    if (code == "denied.token") return "Start venomx mcp with a token that is valid: --token-file PATH or VENOMX_TOKEN.";
    const std::string_view right = deniedRight(code);
    if (right.empty()) return {};
    return concat({"Start venomx mcp with a token that has the right ", right, ": --token-file PATH or VENOMX_TOKEN."});
}

JsonWriter begin(std::string& text, std::string_view id)
{
    JsonWriter json{text};
    json.beginObject().field("jsonrpc", "2.0").rawField("id", id);
    return json;
}

/// What each result of the stateless era begins with, as the inside of an object.
std::string opening(const Asker& asker, std::string_view members)
{
    if (asker.era == Era::handshake) return {};
    // What a plugin answers may say itself that it is not complete yet.
    const bool typed = !rawMember(concat({"{", members, "}"}), kResultType).empty();
    return concat({typed ? "" : R"("resultType":"complete",)", R"("_meta":{")", kServerInfo, "\":", serverInfo(), "}"});
}

std::string joined(std::string_view first, std::string_view second)
{
    return concat({first, first.empty() || second.empty() ? "" : ",", second});
}

std::string_view inside(std::string_view object)
{
    return object.substr(1, object.size() - 2);
}

std::string reply(const Asker& asker, std::string_view members)
{
    std::string text;
    begin(text, asker.id.text).rawField("result", concat({"{", joined(opening(asker, members), members), "}"})).endObject();
    return text;
}

} // namespace

std::string resultReply(const Asker& asker, std::string_view result)
{
    return reply(asker, inside(result));
}

std::string cacheableReply(const Asker& asker, std::string_view result, const Freshness& freshness)
{
    if (asker.era == Era::handshake) return resultReply(asker, result);
    const std::string hints =
        concat({"\"ttlMs\":", std::to_string(freshness.milliseconds), ",\"cacheScope\":\"", freshness.anyone ? "public" : "private", "\""});
    return reply(asker, joined(hints, inside(result)));
}

std::string closedReply(std::string_view id, std::string_view key)
{
    std::string text;
    JsonWriter json = begin(text, id);
    json.key("result").beginObject().field("resultType", "complete").key("_meta").beginObject();
    json.rawField(kServerInfo, serverInfo()).rawField(key, id).endObject().endObject().endObject();
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

std::string toolReply(const Asker& asker, std::string_view result)
{
    std::string content;
    content.reserve(result.size() + result.size() / 4 + 64);
    JsonWriter json{content};
    json.beginArray();
    addText(json, result);
    json.endArray();
    return contentReply(asker, result, content);
}

std::string contentReply(const Asker& asker, std::string_view result, std::string_view content)
{
    std::string text;
    text.reserve(result.size() + content.size() + 64);
    JsonWriter{text}.beginObject().rawField("content", content).rawField("structuredContent", result).field("isError", false).endObject();
    return resultReply(asker, text);
}

std::string toolErrorReply(const Asker& asker, std::string_view code, std::string_view error)
{
    const std::string document = concat({"{\"error\":", error, "}"});
    std::string text;
    JsonWriter json{text};
    json.beginObject().key("content").beginArray();
    addText(json, document);
    if (const std::string remedy = remedyFor(code); !remedy.empty()) addText(json, remedy);
    json.endArray();
    // Clients of the earlier revisions hold it against the output schema, errors or not.
    if (asker.era == Era::stateless) json.rawField("structuredContent", document);
    json.field("isError", true).endObject();
    return resultReply(asker, text);
}

std::string notification(std::string_view method, std::string_view params)
{
    std::string text;
    JsonWriter json{text};
    json.beginObject().field("jsonrpc", "2.0").field("method", method);
    if (!params.empty()) json.rawField("params", params);
    json.endObject();
    return text;
}

} // namespace venomx::client::mcp
