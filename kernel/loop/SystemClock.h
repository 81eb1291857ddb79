// The machine's clocks, for the service Clock. Any thread.
#pragma once

#include <venomx/sdk/services/clock.h>

namespace venomx::kernel
{

class SystemClock final : public Clock
{
public:
    [[nodiscard]] std::chrono::steady_clock::time_point steady() const override { return std::chrono::steady_clock::now(); }
    [[nodiscard]] std::chrono::system_clock::time_point system() const override { return std::chrono::system_clock::now(); }
};

} // namespace venomx::kernel
