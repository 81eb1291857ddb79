// The daemon's wire around one client: a real connection with gate, principals and limits, all on the thread that asks, and verbs that
// answer at once, later, at length, with frames, twice, never or badly. One conversation after another.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernel/wire/WireLimits.h"

namespace venomx::fuzz
{

class WireRoom
{
public:
    WireRoom();
    ~WireRoom();

    /// All that the daemon says to a client who sends these pieces, one a turn of the loop, and then no more. When it is silent whatever
    /// waits is answered. A connection that does not end after that is a broken promise.
    [[nodiscard]] std::string converse(std::span<const std::string_view> pieces, const kernel::WireLimits& limits);

private:
    struct Parts;
    class Client;
    std::unique_ptr<Parts> _parts;
};

} // namespace venomx::fuzz
