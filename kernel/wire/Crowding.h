// Connections that were refused or ended because there are too many, or because they said nothing: counted for doctor, and told
// to the log at most once a minute, so that a flood of them is no flood of lines. Owned by what the connections share. Control
// loop only; the counter: any thread.
#pragma once

#include <chrono>
#include <optional>
#include <venomx/sdk/health.h>
#include <venomx/sdk/log.h>

namespace venomx::kernel
{

class Crowding
{
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Crowding(Log& log) : _log(log) {}

    /// `reason` is one of the counter's.
    void note(Literal reason, Time now = std::chrono::steady_clock::now());
    [[nodiscard]] const Counter& counter() const { return _counter; }

private:
    Log& _log;
    Counter _counter{"connections.refused", "reason", {"principal", "daemon", "room", "hello", "system"}}; ///< room: made for another
    std::optional<Time> _told;
    std::uint64_t _since{0}; ///< what the log was told last
};

} // namespace venomx::kernel
