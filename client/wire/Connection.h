// A connected socket and the lines that come in on it. Closing it cancels all that it has pending with the daemon.
// Owned by one Session; one thread. Every call returns at once: waiting is the owner's business.
#pragma once

#include "client/wire/LineBuffer.h"
#include "client/wire/SocketPath.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client
{

class Connection
{
public:
    /// Throws unavailable.daemon, denied.peer (the daemon is another user's) or invalid_params.usage (an impossible path).
    [[nodiscard]] static Connection open(const SocketPlace& place);

    explicit Connection(UniqueFd socket) : _socket(std::move(socket)) {}

    [[nodiscard]] int descriptor() const { return _socket.get(); }
    /// Writes what the socket takes now; gives how many bytes. A daemon that is gone takes all: what it said before it went
    /// is still to be read.
    [[nodiscard]] std::size_t send(std::string_view bytes);
    /// Reads what is there. False at the end of the stream.
    [[nodiscard]] bool fill();
    /// The next whole line without its end. The view ends with the next call of fill.
    [[nodiscard]] std::optional<std::string_view> line() { return _buffer.line(); }

private:
    UniqueFd _socket;
    LineBuffer _buffer;
};

} // namespace venomx::client
