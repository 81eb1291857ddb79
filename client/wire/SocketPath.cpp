#include "client/wire/SocketPath.h"

namespace venomx::client
{

std::string socketPath(std::optional<std::string_view> option, std::string_view variable, std::string_view runtime, uid_t uid)
{
    if (option && !option->empty()) return std::string{*option};
    if (!variable.empty()) return std::string{variable};
    if (!runtime.empty()) return std::string{runtime}.append("/venomx/venomx.sock");
    return "/tmp/venomx-" + std::to_string(uid) + "/venomx.sock";
}

} // namespace venomx::client
