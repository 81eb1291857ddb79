// What connections may ask for, from the configuration. Values; the listener's copy is in force, control loop only.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace venomx::kernel
{

struct WireLimits
{
    std::size_t frame{1'048'576}; ///< bytes of a line with its newline; a connection keeps what was in force when it began
    std::size_t pending{256};     ///< requests under way
    std::size_t waits{4096};      ///< waits and streams under way
    std::size_t output{8'388'608};
    std::chrono::milliseconds stall{30'000};
    std::chrono::milliseconds hello{10'000}; ///< until hello has been said
    std::size_t connections{1024};
    std::size_t connectionsPerPrincipal{256};

    /// What one principal, or all below one pane, may hold: no single one fills the daemon.
    [[nodiscard]] std::size_t share() const { return std::min(connectionsPerPrincipal, std::max<std::size_t>(connections / 4, 1)); }

    /// How much all connections of a principal may have unread when a long answer is begun for one of them; each counts for
    /// `output` at most.
    [[nodiscard]] std::size_t unread() const { return output * 4; }

    /// How much a stream may have waiting before it is asked to hold back: enough to fill the socket at each flush.
    [[nodiscard]] std::size_t streamRoom() const { return std::clamp<std::size_t>(output / 2, 1, std::size_t{256} * 1024); }
};

} // namespace venomx::kernel
