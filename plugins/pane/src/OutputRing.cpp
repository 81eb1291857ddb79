#include "OutputRing.h"

#include <algorithm>
#include <cstring>

namespace venomx::pane
{

void OutputRing::append(std::span<const char> bytes)
{
    if (bytes.size() > kCapacity)
    {
        _next += bytes.size() - kCapacity;
        _size = 0;
        bytes = bytes.last(kCapacity);
    }
    grow(_size + bytes.size());
    _size = std::min(_size + bytes.size(), _bytes.size());
    put(bytes);
}

/// The ring has been made large enough. The library's copy goes byte by byte between its iterators and a span.
void OutputRing::put(std::span<const char> bytes)
{
    while (!bytes.empty())
    {
        const std::size_t at = _next % _bytes.size();
        const std::size_t part = std::min(bytes.size(), _bytes.size() - at);
        std::memcpy(_bytes.data() + at, bytes.data(), part);
        _next += part;
        bytes = bytes.subspan(part);
    }
}

std::string OutputRing::copy(std::uint64_t offset, std::size_t most) const
{
    std::string copied;
    std::size_t left = std::min<std::size_t>(most, _next - offset);
    copied.reserve(left);
    while (left > 0)
    {
        const std::size_t at = offset % _bytes.size();
        const std::size_t part = std::min(left, _bytes.size() - at);
        copied.append(_bytes.data() + at, part);
        offset += part;
        left -= part;
    }
    return copied;
}

void OutputRing::grow(std::size_t wanted)
{
    if (wanted <= _bytes.size() || _bytes.size() == kCapacity) return;
    constexpr std::size_t kFirst = 512;
    std::size_t capacity = std::max(_bytes.size(), kFirst);
    while (capacity < wanted && capacity < kCapacity) capacity *= 2;

    const std::string kept = copy(oldest(), _size);
    _bytes.assign(capacity, '\0');
    _next -= _size;
    put(kept);
}

} // namespace venomx::pane
