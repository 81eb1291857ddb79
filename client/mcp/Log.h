// What the server tells a client of the handshake era that asked for messages of a level: that the daemon went and came, and what
// plugins have to say. Owned by Methods; one thread.
#pragma once

#include "client/mcp/Outbox.h"

#include <optional>
#include <string_view>

namespace venomx::client::mcp
{

class Log
{
public:
    explicit Log(Outbox& out) : _out(out) {}

    /// False: there is no such level.
    [[nodiscard]] bool listen(std::string_view level);
    /// Says nothing until a client listens, and nothing below its level.
    void say(std::string_view level, std::string_view text);

private:
    Outbox& _out;
    std::optional<std::size_t> _least;
};

} // namespace venomx::client::mcp
