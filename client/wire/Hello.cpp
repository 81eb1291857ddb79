#include "client/wire/Hello.h"

#include "client/Json.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

constexpr std::int64_t kUsualFrameLimit = std::int64_t{1024} * 1024;

} // namespace

Hello::Hello(const Secret& token)
{
    // A byte of the token takes six in JSON at most; the writer may reserve for the whole of it once more.
    _text.reserve(token.expose().size() * 8 + 256);
    JsonWriter json{_text};
    json.beginObject().field("id", kHelloId).field("verb", "hello").key("params").beginObject().field("protocol", 1);
    if (!token.empty()) json.field("token", token.expose());
    json.field("client", "venomx/" VENOMX_VERSION).endObject().endObject();
    _text += '\n';
}

Greeting readGreeting(const Value& answer)
{
    const Value* limits = memberAt(answer, "limits");
    const std::int64_t limit = limits != nullptr ? integerAt(*limits, "frame").value_or(kUsualFrameLimit) : kUsualFrameLimit;
    return {.manifestHash = std::string{textAt(answer, "manifest")}, .frameLimit = static_cast<std::size_t>(limit)};
}

} // namespace venomx::client
