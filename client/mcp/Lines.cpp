#include "client/mcp/Lines.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <venomx/sdk/secret.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::size_t kPiece = std::size_t{64} * 1024;

} // namespace

Lines::~Lines()
{
    wipe(_buffer.data(), _buffer.size());
}

bool Lines::fill()
{
    makeRoom();
    ssize_t got = 0;
    do got = ::read(_descriptor, _buffer.data() + _end, _buffer.size() - _end);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN) return true;
    if (got > 0) _end += static_cast<std::size_t>(got);
    return got > 0;
}

void Lines::makeRoom()
{
    // Whoever fills has taken all whole lines: what is left is the beginning of one.
    const std::size_t used = _end;
    _dropping = _dropping || _end - _start > kLargestLine;
    if (_dropping) _end = _searched = _start;
    const std::size_t kept = _end - _start;
    const std::size_t wanted = kept + kPiece;
    if (wanted > _buffer.size())
    {
        std::string larger(std::max(wanted, _buffer.size() * 2), '\0');
        std::memcpy(larger.data(), _buffer.data() + _start, kept);
        wipe(_buffer.data(), _buffer.size());
        _buffer.swap(larger);
    }
    else if (_start > 0 || used > kept)
    {
        std::memmove(_buffer.data(), _buffer.data() + _start, kept);
        wipe(_buffer.data() + kept, used - kept);
    }
    _searched -= _start;
    _start = 0;
    _end = kept;
}

std::optional<Lines::Line> Lines::next()
{
    const void* found = _end > _searched ? std::memchr(_buffer.data() + _searched, '\n', _end - _searched) : nullptr;
    if (found == nullptr)
    {
        _searched = _end;
        return std::nullopt;
    }
    const auto newline = static_cast<std::size_t>(static_cast<const char*>(found) - _buffer.data());
    const std::string_view text{_buffer.data() + _start, newline - _start};
    const bool tooLong = _dropping || text.size() > kLargestLine;
    _dropping = false;
    _start = _searched = newline + 1;
    return tooLong ? Line{.text = {}, .tooLong = true} : Line{.text = text};
}

std::optional<Lines::Line> Lines::last()
{
    const std::string_view text{_buffer.data() + _start, _end - _start};
    const bool tooLong = _dropping || text.size() > kLargestLine;
    _start = _searched = _end;
    _dropping = false;
    if (tooLong) return Line{.text = {}, .tooLong = true};
    return text.empty() ? std::nullopt : std::optional{Line{.text = text}};
}

} // namespace venomx::client::mcp
