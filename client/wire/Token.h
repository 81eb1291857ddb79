// The token that a call is made with, read when the daemon was found and wiped when it was sent.
// One thread. Errors never hold a byte of a token or of the file's content.
#pragma once

#include "client/Options.h"
#include "client/wire/SocketPath.h"

#include <cstdint>
#include <string_view>
#include <venomx/sdk/secret.h>

namespace venomx::client
{

/// Where a call's token comes from.
enum class TokenSource : std::uint8_t
{
    none,
    ownerOption,   ///< --token @owner
    file,          ///< --token-file
    ownerVariable, ///< $VENOMX_TOKEN is @owner
    variable
};

/// `variable`: $VENOMX_TOKEN.
[[nodiscard]] TokenSource tokenSource(const Options& options, std::string_view variable);

/// In this order: --token @owner or --token-file, $VENOMX_TOKEN (`@owner` there too), nothing (an empty Secret).
/// Throws denied.token when the owner file cannot be read, invalid_params.usage when PATH cannot. An owner file that is not there is
/// waited for while a daemon starts at the socket, as it does for the first client of one that a service manager starts.
[[nodiscard]] Secret readToken(const Options& options, std::string_view variable, const SocketPlace& place);

} // namespace venomx::client
