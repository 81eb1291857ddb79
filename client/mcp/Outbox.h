// What waits to be written to standard output: whole messages, a line each, in the order given. Nothing else writes there.
// No call blocks, whether the reader is a pipe, a socket, a file or a terminal. Owned by Server; one thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Outbox
{
public:
    explicit Outbox(int descriptor) : _descriptor(descriptor) {}

    /// `message` is one line without its end.
    void add(std::string_view message);
    /// Writes what the reader takes now; to be called when the descriptor is writable. False: the reader is gone.
    [[nodiscard]] bool flush();
    [[nodiscard]] std::size_t waiting() const { return _bytes.size() - _written; }
    [[nodiscard]] bool empty() const { return waiting() == 0; }
    [[nodiscard]] int descriptor() const { return _descriptor; }

private:
    [[nodiscard]] std::size_t writeSome(std::string_view bytes, bool& gone);

    int _descriptor;
    bool _socket{true}; ///< until it turns out to be none
    std::string _bytes;
    std::size_t _written{0};
};

} // namespace venomx::client::mcp
