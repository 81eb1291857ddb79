// The Model Context Protocol on standard input and output: reads messages, answers what it can itself, hands the rest to the
// daemon, and never waits for one thing while another could go on. Nothing is done before a client asks: no connection, no
// daemon, no principal. Made by the command for one run; one thread.
#pragma once

#include "client/mcp/Lines.h"
#include "client/mcp/Message.h"
#include "client/mcp/Methods.h"
#include "client/mcp/Outbox.h"
#include "client/mcp/Settings.h"
#include "client/wire/Waiting.h"

#include <array>
#include <optional>
#include <poll.h>

namespace venomx::client::mcp
{

class Server
{
public:
    Server(const Settings& settings, int input, int output);

    /// Until the input ends, and with it all that is under way; gives the exit status, 1 when whoever read the output went first.
    [[nodiscard]] int run();

private:
    using Polled = std::array<pollfd, 3>;

    [[nodiscard]] bool finished() const;
    [[nodiscard]] bool crowded();
    [[nodiscard]] Polled watched();
    [[nodiscard]] int patience();
    void serve(const Polled& ready);
    void readInput(short events);
    void endInput();
    void take(const Lines::Line& line);
    void handle(const Message& message);

    int _input;
    Lines _lines;
    Outbox _out;
    MessageReader _reader;
    Methods _methods;
    bool _readerGone{false};
    std::optional<Clock::time_point> _end; ///< the input has ended, and by then the server ends too
};

} // namespace venomx::client::mcp
