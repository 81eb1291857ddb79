// Where a client looks for its daemon. Pure function; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace venomx::client
{

/// `option`: --socket. `variable`: $VENOMX_SOCKET. `runtime`: $XDG_RUNTIME_DIR. Empty ones count as absent.
[[nodiscard]] std::string socketPath(std::optional<std::string_view> option, std::string_view variable, std::string_view runtime,
                                     uid_t uid);

} // namespace venomx::client
