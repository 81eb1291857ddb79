#include "client/wire/SocketPath.h"

namespace venomx::client
{

namespace
{

std::string standardPath(std::string_view runtime, uid_t uid)
{
    if (!runtime.empty()) return std::string{runtime}.append("/venomx/venomx.sock");
    return "/tmp/venomx-" + std::to_string(uid) + "/venomx.sock";
}

} // namespace

SocketPlace socketPlace(std::optional<std::string_view> option, std::string_view variable, std::string_view runtime, uid_t uid)
{
    SocketPlace standard{standardPath(runtime, uid)};
    if (option && !option->empty() && *option != standard.path) return {std::string{*option}, SocketSource::option};
    const bool named = option && !option->empty();
    if (!named && !variable.empty() && variable != standard.path) return {std::string{variable}, SocketSource::variable};
    return standard;
}

} // namespace venomx::client
