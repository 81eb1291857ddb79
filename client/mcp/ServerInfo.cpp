#include "client/mcp/ServerInfo.h"

#include "client/Json.h"
#include "client/mcp/Envelope.h"

#include <algorithm>
#include <array>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::array<std::string_view, 3> kHandshakeRevisions{"2025-11-25", "2025-06-18", "2024-11-05"};

constexpr std::string_view kInstructions{
    "venomx runs programs in terminal panes that need nobody to look at them. Sessions hold windows, windows hold panes; each pane is one "
    "process on a terminal with a screen. Start a program with session_create and window_create (argv, no shell in between; cwd is an "
    "absolute path; env is applied after env_unset on top of the daemon's environment), wait with pane_wait, read with pane_capture, type "
    "with pane_send, end with pane_close. A wait that times out is a result with reason timeout: ask again with since set to its offset. "
    "A result that holds `next` goes on: call the same tool again with that next (for events and pane_output: as since). "
    "What is passed in env stays in this conversation's transcript, so pass only what the program needs. "
    "The resource skill://venomx/SKILL.md tells more."};

void writeCapabilities(JsonWriter& json, Era era)
{
    json.key("capabilities").beginObject();
    json.key("tools").beginObject().field("listChanged", true).endObject();
    json.key("resources").beginObject().field("subscribe", true).field("listChanged", true).endObject();
    json.key("prompts").beginObject().endObject();
    if (era == Era::handshake) json.key("logging").beginObject().endObject();
    json.key("completions").beginObject().endObject();
    json.key("extensions").beginObject().key(kSkillsExtension).beginObject().endObject().endObject();
    json.endObject();
}

} // namespace

std::string serverInfo()
{
    std::string text;
    JsonWriter{text}.beginObject().field("name", "venomx").field("title", "venomx").field("version", VENOMX_VERSION).endObject();
    return text;
}

std::optional<std::string> initializeResult(const Value* params)
{
    const Value* wanted = params != nullptr ? params->find("protocolVersion") : nullptr;
    if (wanted == nullptr || !wanted->is(Value::Kind::string)) return std::nullopt;
    const auto* const known = std::ranges::find(kHandshakeRevisions, wanted->asString());
    std::string text;
    JsonWriter json{text};
    json.beginObject().field("protocolVersion", known != kHandshakeRevisions.end() ? *known : kHandshakeRevisions.front());
    writeCapabilities(json, Era::handshake);
    json.rawField("serverInfo", serverInfo()).field("instructions", kInstructions).endObject();
    return text;
}

std::string discoverResult()
{
    std::string text;
    JsonWriter json{text};
    json.beginObject().key("supportedVersions").beginArray();
    for (const std::string_view revision : kStatelessRevisions) json.value(revision);
    json.endArray();
    writeCapabilities(json, Era::stateless);
    json.field("instructions", kInstructions).endObject();
    return text;
}

} // namespace venomx::client::mcp
