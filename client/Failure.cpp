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

namespace
{

std::string howToStart(SocketSource source)
{
    // serve itself does not read the variable: started in a pane it would aim at the outer daemon.
    constexpr std::array<std::string_view, 3> kPlaces{"", " --socket PATH, with the PATH that --socket names here",
                                                      " --socket \"$VENOMX_SOCKET\""};
    const std::string_view place = kPlaces[static_cast<std::size_t>(source)];
    return std::string{"start one with: venomx serve"}.append(place);
}

} // namespace

NoDaemon::NoDaemon(SocketSource source) : Failure("unavailable.daemon", "no daemon is running", howToStart(source)) {}

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
