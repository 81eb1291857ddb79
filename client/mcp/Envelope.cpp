#include "client/mcp/Envelope.h"

#include "client/Json.h"

#include <algorithm>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kVersion{"io.modelcontextprotocol/protocolVersion"};
constexpr std::string_view kCapabilities{"io.modelcontextprotocol/clientCapabilities"};
constexpr std::string_view kClient{"io.modelcontextprotocol/clientInfo"};

void readToken(const Value& meta, Envelope& envelope)
{
    const Value* token = meta.find("progressToken");
    if (token != nullptr && (token->is(Value::Kind::string) || token->is(Value::Kind::integer))) envelope.progressToken = toJson(*token);
}

std::string supported(std::string_view requested)
{
    std::string data;
    JsonWriter json{data};
    json.beginObject().key("supported").beginArray();
    for (const std::string_view revision : kStatelessRevisions) json.value(revision);
    json.endArray().field("requested", requested).endObject();
    return data;
}

} // namespace

Envelope readEnvelope(const Value* params)
{
    Envelope envelope;
    const Value* meta = params != nullptr ? params->find("_meta") : nullptr;
    if (meta == nullptr || !meta->is(Value::Kind::object)) return envelope;
    readToken(*meta, envelope);
    const Value* version = meta->find(kVersion);
    const Value* capabilities = meta->find(kCapabilities);
    if (version == nullptr && capabilities == nullptr && meta->find(kClient) == nullptr) return envelope;
    envelope.era = Era::stateless;
    if (version == nullptr || !version->is(Value::Kind::string))
        envelope.error = kNoVersion;
    else if (std::ranges::find(kStatelessRevisions, version->asString()) == kStatelessRevisions.end())
    {
        envelope.error = kUnsupportedVersion;
        envelope.errorData = supported(version->asString());
    }
    else if (capabilities == nullptr || !capabilities->is(Value::Kind::object))
        envelope.error = kNoCapabilities;
    return envelope;
}

} // namespace venomx::client::mcp
