// The time as a test sets it; until it does, the real one. Any thread.
#pragma once

#include <mutex>
#include <optional>
#include <venomx/sdk/services/clock.h>

namespace venomx::testing
{

class ManualClock : public Clock
{
public:
    [[nodiscard]] std::chrono::steady_clock::time_point steady() const override;
    [[nodiscard]] std::chrono::system_clock::time_point system() const override;
    void set(std::chrono::steady_clock::time_point steady, std::chrono::system_clock::time_point system);
    void advance(std::chrono::milliseconds by); ///< throws std::logic_error for a clock that was not set

private:
    struct Time
    {
        std::chrono::steady_clock::time_point steady;
        std::chrono::system_clock::time_point system;
    };
    mutable std::mutex _mutex;
    std::optional<Time> _time;
};

} // namespace venomx::testing
