// The flags of `venomx mcp`, which `venomx mcp config` takes too and writes into what a host starts. Pure functions; one thread.
#pragma once

#include "client/Options.h"
#include "client/mcp/Settings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client
{

/// The value of `--name VALUE` or `--name=VALUE` at the front of the words; `taken` becomes how many words it is.
[[nodiscard]] std::optional<std::string_view> valueOf(std::string_view name, Words words, std::size_t& taken);

/// Takes a flag of every command, --budget or --toolset at the front of the words, and gives how many words it is; 0: none of them.
/// Throws invalid_params.usage.
[[nodiscard]] std::size_t takeMcpSetting(Words words, mcp::Settings& settings);

/// The words that ask for these settings, the reserved flags and what is the default left out.
[[nodiscard]] std::vector<std::string> wordsFor(const mcp::Settings& settings);

} // namespace venomx::client
