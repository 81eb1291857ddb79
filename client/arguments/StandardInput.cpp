#include "client/arguments/StandardInput.h"

#include "client/Failure.h"

#include <array>
#include <cerrno>
#include <unistd.h>

namespace venomx::client
{

std::string StandardInput::readAll()
{
    constexpr std::size_t kLargest = std::size_t{16} * 1024 * 1024;
    if (_read) throw Failure::usage("only one flag can read standard input");
    _read = true;
    std::string content;
    std::array<char, std::size_t{64} * 1024> piece;
    while (true)
    {
        const ssize_t got = ::read(_descriptor, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Failure::usage("standard input cannot be read");
        if (got == 0) return content;
        content.append(piece.data(), static_cast<std::size_t>(got));
        if (content.size() > kLargest) throw Failure::usage("standard input holds more than a request may");
    }
}

} // namespace venomx::client
