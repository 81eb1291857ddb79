// The skill that the manifest makes, as the skills extension lists it. What it holds follows the daemon's verbs, so it is
// declared to be dynamic, without a digest. Functions.
#pragma once

#include "client/mcp/Pages.h"

#include <optional>
#include <string>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

[[nodiscard]] Items skillItems();
/// The result of skills/get; nothing when the parameters name no skill of ours.
[[nodiscard]] std::optional<std::string> skillResult(const Value* params);

} // namespace venomx::client::mcp
