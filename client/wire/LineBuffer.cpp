#include "client/wire/LineBuffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace venomx::client
{

std::span<char> LineBuffer::room(std::size_t least)
{
    const std::size_t used = _end;
    const std::size_t kept = _end - _start;
    if (kept + least > _bytes.size())
    {
        std::string larger(std::max(kept + least, _bytes.size() * 2), '\0');
        std::memcpy(larger.data(), _bytes.data() + _start, kept);
        wipe(_bytes.data(), _bytes.size());
        _bytes.swap(larger);
    }
    else if (_start > 0)
    {
        std::memmove(_bytes.data(), _bytes.data() + _start, kept);
        wipe(_bytes.data() + kept, used - kept);
    }
    _searched -= _start;
    _start = 0;
    _end = kept;
    return {_bytes.data() + kept, _bytes.size() - kept};
}

std::optional<std::string_view> LineBuffer::line()
{
    const void* found = _end > _searched ? std::memchr(_bytes.data() + _searched, '\n', _end - _searched) : nullptr;
    if (found == nullptr)
    {
        _searched = _end;
        return std::nullopt;
    }
    const auto newline = static_cast<std::size_t>(static_cast<const char*>(found) - _bytes.data());
    const std::string_view line{_bytes.data() + _start, newline - _start};
    _start = _searched = newline + 1;
    return line;
}

std::string_view LineBuffer::takeRest()
{
    const std::string_view text = rest();
    _start = _searched = _end;
    return text;
}

} // namespace venomx::client
