// Tells clients that asked for it that a call is still being worked on: how long, in milliseconds, out of how long at most where
// the call has a limit. Often at first, then once a second; never after the call's answer. Owned by Tools; one thread.
#pragma once

#include "client/mcp/Outbox.h"
#include "client/wire/Waiting.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Progress
{
public:
    explicit Progress(Outbox& out) : _out(out) {}

    /// `token`: JSON text.
    void begin(std::string_view key, std::string token, std::optional<std::int64_t> limit);
    void end(std::string_view key);
    /// When there will be something to tell.
    [[nodiscard]] std::optional<Clock::time_point> due() const;
    void tell();

private:
    struct Call
    {
        std::string token;
        std::optional<std::int64_t> limit;
        Clock::time_point began;
        Clock::duration pause;
        Clock::time_point due;
        std::int64_t told{0};
    };

    void send(const Call& call);

    Outbox& _out;
    std::map<std::string, Call, std::less<>> _calls;
};

} // namespace venomx::client::mcp
