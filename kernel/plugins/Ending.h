// How a plugin kept a life of the daemon's process from coming to serve, as the next life is told of it on its command line:
// `wedge=hangs`, `wedge=signal-011`, `wedge=status-003`. Values and functions; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

struct Ending
{
    enum class Kind : char
    {
        hangs,  ///< longer than plugins.start_ms
        signal, ///< of this number
        status, ///< exit with this one
    };
    Kind kind;
    int number{0};
};

/// Of what `writeEnding` writes, with the NUL at its end.
constexpr std::size_t kEndingSize = sizeof "=signal-000";
/// Allocates nothing: also for signal handlers.
void writeEnding(Ending ending, char* into) noexcept;
/// Of the plugin's name with its ending; nothing when it is neither.
[[nodiscard]] std::optional<std::pair<std::string, Ending>> readEnding(std::string_view word);
/// What the next life says of the plugin.
[[nodiscard]] Refused leftOutFor(Ending ending);

} // namespace venomx::kernel
