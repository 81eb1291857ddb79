// Unsigned numbers in 7-bit groups, lowest first, and signed ones folded into unsigned ones. Pure functions; any thread.
#pragma once

#include <cstdint>

namespace venomx::pane
{

inline constexpr int longestVarint = 10;

inline char* putVarint(char* out, std::uint64_t value)
{
    while (value >= 0x80)
    {
        *out++ = static_cast<char>(value | 0x80);
        value >>= 7;
    }
    *out++ = static_cast<char>(value);
    return out;
}

// Reads what putVarint() wrote and moves `at` past it.
inline std::uint64_t getVarint(const char*& at)
{
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7)
    {
        const auto byte = static_cast<std::uint8_t>(*at++);
        value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return value;
    }
}

constexpr std::uint64_t zigzag(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return bits << 1 ^ (~(bits >> 63) + 1);
}
constexpr std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

} // namespace venomx::pane
