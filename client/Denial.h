// What to do about a denial, for the command line and for the MCP server. Pure functions; they show neither tokens nor paths.
#pragma once

#include "client/wire/Token.h"

#include <string>
#include <string_view>

namespace venomx::client
{

/// The right that `denied.<right>` is about; empty for every other code.
[[nodiscard]] std::string_view deniedRight(std::string_view code);

/// One line that names where the caller's token came from and what would help; empty: there is nothing to say.
[[nodiscard]] std::string denialRemedy(std::string_view code, TokenSource source);

} // namespace venomx::client
