// The one place where the client sleeps: until its socket is ready or something else ends the wait. One thread.
#pragma once

#include "client/wire/Interrupts.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace venomx::client
{

using Clock = std::chrono::steady_clock;

/// What may end a wait besides the socket.
struct Patience
{
    Interrupts* interrupts{nullptr};
    int output{-1}; ///< a descriptor whose reader may go away
    std::optional<Clock::time_point> deadline{};
};

enum class Direction : std::uint8_t
{
    read,
    write
};

enum class Readiness : std::uint8_t
{
    ready,
    interrupted,
    outputClosed,
    timedOut
};

/// A signal comes before what the daemon sent, so that no flood of frames can hold it up; what was sent is still there.
[[nodiscard]] Readiness waitFor(int socket, Direction direction, const Patience& patience);

} // namespace venomx::client
