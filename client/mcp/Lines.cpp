#include "client/mcp/Lines.h"

#include <cerrno>
#include <span>
#include <unistd.h>
#include <utility>

namespace venomx::client::mcp
{
namespace
{

constexpr std::size_t kPiece = std::size_t{64} * 1024;

} // namespace

bool Lines::fill()
{
    // Whoever fills has taken all whole lines: what is left is the beginning of one.
    _dropping = _dropping || _buffer.rest().size() > kLargestLine;
    if (_dropping) static_cast<void>(_buffer.takeRest());
    const std::span<char> room = _buffer.room(kPiece);
    ssize_t got = 0;
    do got = ::read(_descriptor, room.data(), room.size());
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN) return true;
    if (got > 0) _buffer.add(static_cast<std::size_t>(got));
    return got > 0;
}

std::optional<Lines::Line> Lines::next()
{
    const std::optional<std::string_view> text = _buffer.line();
    return text ? std::optional{judged(*text)} : std::nullopt;
}

std::optional<Lines::Line> Lines::last()
{
    const Line line = judged(_buffer.takeRest());
    return line.tooLong || !line.text.empty() ? std::optional{line} : std::nullopt;
}

Lines::Line Lines::judged(std::string_view text)
{
    if (std::exchange(_dropping, false) || text.size() > kLargestLine) return {.text = {}, .tooLong = true};
    return {.text = text};
}

} // namespace venomx::client::mcp
