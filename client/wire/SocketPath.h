// Where a client looks for its daemon. Pure function; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace venomx::client
{

/// Who named the socket. A path that is named and is the standard one is standard.
enum class SocketSource : std::uint8_t
{
    standard,
    option,  ///< --socket
    variable ///< $VENOMX_SOCKET
};

struct SocketPlace
{
    std::string path;
    SocketSource source{SocketSource::standard};
};

/// `option`: --socket. `variable`: $VENOMX_SOCKET. `runtime`: $XDG_RUNTIME_DIR. Empty ones count as absent.
[[nodiscard]] SocketPlace socketPlace(std::optional<std::string_view> option, std::string_view variable, std::string_view runtime,
                                      uid_t uid);

} // namespace venomx::client
