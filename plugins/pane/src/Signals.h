// Names of signals, with or without SIG, as requests give them. A pure function; any thread.
#pragma once

#include <optional>
#include <string_view>

namespace venomx::pane
{

/// TERM, SIGTERM, RTMIN+3, SIGRTMAX-1; not 0 and not numbers.
[[nodiscard]] std::optional<int> signalNumber(std::string_view name);

} // namespace venomx::pane
