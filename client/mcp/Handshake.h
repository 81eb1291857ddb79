// How a client and the server agree on a revision of the protocol, in the revisions that begin with `initialize`.
// Pure functions.
#pragma once

#include <optional>
#include <string>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

/// The result of initialize: the revision asked for, or our newest where we do not know it. Nothing when the parameters name none.
[[nodiscard]] std::optional<std::string> initializeResult(const Value* params);

} // namespace venomx::client::mcp
