// The time, behind a seam so that tests can set it. Provided by the kernel. Any thread.
#pragma once

#include <chrono>
#include <string>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

class Clock : public Service
{
public:
    static constexpr ServiceName kService{"clock", 1};
    ~Clock() override;
    [[nodiscard]] virtual std::chrono::steady_clock::time_point steady() const = 0; ///< for durations
    [[nodiscard]] virtual std::chrono::system_clock::time_point system() const = 0; ///< for people; may be set back
};

/// RFC 3339, UTC, milliseconds: 2026-11-30T14:05:11.042Z
[[nodiscard]] std::string rfc3339(std::chrono::system_clock::time_point time);

} // namespace v1
} // namespace venomx
