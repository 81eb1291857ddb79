#include "client/mcp/Inquiries.h"

#include "client/Concat.h"
#include "client/Json.h"

#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{

void Inquiries::ask(std::string_view owner, const Value& requests, Done done)
{
    const auto round = std::make_shared<Round>();
    round->owner = owner;
    round->left = requests.members().size();
    round->done = std::move(done);
    for (const auto& [name, request] : requests.members())
    {
        const std::string id = concat({"\"venomx-", std::to_string(++_last), "\""});
        std::string text;
        JsonWriter json{text};
        json.beginObject().field("jsonrpc", "2.0").rawField("id", id).field("method", textAt(request, "method"));
        if (const Value* params = memberAt(request, "params")) json.field("params", *params);
        json.endObject();
        _out.add(text);
        _open.emplace(id, Open{.round = round, .name = std::string{name}});
    }
    if (round->left == 0) round->done("{}");
}

void Inquiries::take(const Message& response)
{
    const auto found = _open.find(response.id.key);
    if (found == _open.end()) return;
    const Open open = std::move(found->second);
    _open.erase(found);
    // A client that cannot or will not is one that declines.
    open.round->responses[open.name] = response.result != nullptr ? toJson(*response.result) : R"({"action":"decline"})";
    if (--open.round->left > 0) return;
    std::string text;
    JsonWriter json{text};
    json.beginObject();
    for (const auto& [name, answer] : open.round->responses) json.rawField(name, answer);
    json.endObject();
    open.round->done(text);
}

void Inquiries::forget(std::string_view owner)
{
    std::erase_if(_open, [&](const auto& entry) { return entry.second.round->owner == owner; });
}

} // namespace venomx::client::mcp
