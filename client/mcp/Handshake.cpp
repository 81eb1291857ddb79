#include "client/mcp/Handshake.h"

#include "client/Json.h"

#include <algorithm>
#include <array>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::array<std::string_view, 3> kRevisions{"2025-11-25", "2025-06-18", "2024-11-05"};

constexpr std::string_view kInstructions{
    "venomx runs programs in terminal panes that need nobody to look at them. Sessions hold windows, windows hold panes; each pane is one "
    "process on a terminal with a screen. Start a program with session_create and window_create (argv, no shell in between; cwd is an "
    "absolute path; env is applied after env_unset on top of the daemon's environment), wait with pane_wait, read with pane_capture, type "
    "with pane_send, end with pane_close. A wait that times out is a result with reason timeout: ask again with since set to its offset. "
    "What is passed in env stays in this conversation's transcript, so pass only what the program needs."};

} // namespace

std::optional<std::string> initializeResult(const Value* params)
{
    const Value* wanted = params != nullptr ? params->find("protocolVersion") : nullptr;
    if (wanted == nullptr || !wanted->is(Value::Kind::string)) return std::nullopt;
    const auto* const known = std::ranges::find(kRevisions, wanted->asString());
    std::string text;
    JsonWriter json{text};
    json.beginObject().field("protocolVersion", known != kRevisions.end() ? *known : kRevisions.front());
    json.key("capabilities").beginObject().key("tools").beginObject().field("listChanged", true).endObject().endObject();
    json.key("serverInfo").beginObject().field("name", "venomx").field("title", "venomx").field("version", VENOMX_VERSION).endObject();
    json.field("instructions", kInstructions).endObject();
    return text;
}

} // namespace venomx::client::mcp
