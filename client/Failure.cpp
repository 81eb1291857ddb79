#include "client/Failure.h"

#include "client/Json.h"

#include <array>
#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{

Failure::Failure(std::string code, std::string message, std::string hint) : _code(std::move(code)), _message(std::move(message))
{
    JsonWriter json(_json);
    json.beginObject().field("code", _code).field("message", _message).key("data").beginObject();
    if (!hint.empty()) json.field("hint", hint);
    json.endObject().endObject();
}

Failure Failure::usage(std::string message, std::string hint)
{
    return {"invalid_params.usage", std::move(message), std::move(hint)};
}

Failure Failure::noDaemon()
{
    return {"unavailable.daemon", "no daemon is running", "start one with: venomx serve"};
}

Failure Failure::fromDaemon(const Value& error, std::string_view raw)
{
    Failure failure;
    failure._code = textAt(error, "code");
    failure._message = textAt(error, "message");
    failure._json = raw;
    return failure;
}

int Failure::exitStatus() const
{
    return exitStatusOf(_code);
}

int exitStatusOf(std::string_view code)
{
    constexpr std::array<std::pair<std::string_view, int>, 5> kStatuses{
        {{"invalid_params", 2}, {"not_found", 3}, {"denied", 4}, {"conflict", 5}, {"unavailable", 6}}};
    const std::string_view family = code.substr(0, code.find('.'));
    for (const auto& [name, status] : kStatuses)
        if (name == family) return status;
    return 1;
}

} // namespace venomx::client
