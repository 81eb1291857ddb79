// Who the server is and what it can do, as both eras ask for it: `initialize` and `server/discover`. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

constexpr std::string_view kSkillsExtension{"io.modelcontextprotocol/skills"};

/// The server's name and version, a JSON object.
[[nodiscard]] std::string serverInfo();
/// The result of initialize: the revision asked for, or our newest of that era where we do not know it. Nothing when the
/// parameters name none.
[[nodiscard]] std::optional<std::string> initializeResult(const Value* params);
/// The result of server/discover.
[[nodiscard]] std::string discoverResult();

} // namespace venomx::client::mcp
