#include "client/mcp/Message.h"

#include "client/Json.h"
#include "client/wire/Frame.h"

#include <utility>

namespace venomx::client::mcp
{
namespace
{

using Kind = Message::Kind;

bool isNumber(const Value& value)
{
    return value.is(Value::Kind::integer) || value.is(Value::Kind::bigInteger) || value.is(Value::Kind::real);
}

Message invalid(RpcError error, RequestId id = {})
{
    return {.kind = Kind::invalid, .id = std::move(id), .method = {}, .error = error};
}

Message unreadable(const JsonReader::Outcome& outcome)
{
    if (outcome.error == JsonError::syntax || outcome.error == JsonError::encoding) return invalid(kParseError);
    RequestId id;
    if (outcome.id) id.text = std::to_string(*outcome.id);
    return invalid(kInvalidRequest, std::move(id));
}

} // namespace

std::optional<RequestId> requestId(const Value& value, std::string_view raw)
{
    if (!value.is(Value::Kind::string) && !isNumber(value)) return std::nullopt;
    std::string written = toJson(value);
    std::string text{raw.empty() ? std::string_view{written} : raw};
    // Past 64 bits only the text tells one from the next.
    return RequestId{.text = text, .key = value.is(Value::Kind::bigInteger) ? text : std::move(written)};
}

Message MessageReader::read(std::string_view line)
{
    _arena.reset();
    const JsonReader::Outcome outcome = _reader.read(line, _arena);
    if (outcome.error != JsonError::none) return unreadable(outcome);
    _root = outcome.value;
    if (!_root.is(Value::Kind::object)) return invalid(kInvalidRequest);
    Message message;
    const Value* id = _root.find("id");
    const std::optional<RequestId> known = id != nullptr ? requestId(*id, rawMember(line, "id")) : std::nullopt;
    if (known) message.id = *known;
    const Value* method = _root.find("method");
    if (method == nullptr && id != nullptr && (_root.find("result") != nullptr || _root.find("error") != nullptr))
    {
        message.kind = Kind::response;
        message.result = _root.find("result");
        return message;
    }
    if (textAt(_root, "jsonrpc") != "2.0" || method == nullptr || !method->is(Value::Kind::string) || (id != nullptr && !known))
        return invalid(kInvalidRequest, message.id);
    message.method = method->asString();
    message.kind = id != nullptr ? Kind::request : Kind::notification;
    message.params = _root.find("params");
    if (message.params == nullptr || message.params->is(Value::Kind::object)) return message;
    if (message.kind == Kind::notification) message.params = nullptr;
    return message.kind == Kind::request ? invalid(kInvalidParams, message.id) : message;
}

} // namespace venomx::client::mcp
