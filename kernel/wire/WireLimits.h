// What one connection may ask for, from the configuration. Values; the listener's copy is in force, control loop only.
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

    /// How much a stream may have waiting before it is asked to hold back: enough to fill the socket at each flush.
    [[nodiscard]] std::size_t streamRoom() const { return std::clamp<std::size_t>(output / 2, 1, std::size_t{256} * 1024); }
};

} // namespace venomx::kernel
