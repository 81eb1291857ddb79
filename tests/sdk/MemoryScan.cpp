#include "MemoryScan.h"

#include <venomx/sdk/unique_fd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace venomx::test
{
namespace
{

constexpr std::uint8_t kMask = 0xa5;
constexpr std::size_t kPart = 16;
constexpr std::size_t kWindow = std::size_t{1} << 20;

struct Range
{
    std::uintptr_t from;
    std::uintptr_t to;
};

std::vector<Range> readableRanges()
{
    std::vector<Range> ranges;
    std::ifstream maps{"/proc/self/maps"};
    std::string line;
    while (std::getline(maps, line))
    {
        Range range{};
        char read = '-';
        if (std::sscanf(line.c_str(), "%lx-%lx %c", &range.from, &range.to, &read) != 3 || read != 'r') continue;
        if (line.find("[vvar") == std::string::npos && line.find("[vsyscall") == std::string::npos) ranges.push_back(range);
    }
    return ranges;
}

} // namespace

MemoryScan::MemoryScan()
{
    std::random_device random;
    for (std::uint8_t& byte : _masked) byte = static_cast<std::uint8_t>((static_cast<unsigned>('a') + random() % 26U) ^ kMask);
}

void MemoryScan::fill(std::span<char> bytes) const
{
    // One byte at a time, so that the whole canary is never in a register.
    volatile char* to = bytes.data();
    for (std::size_t i = 0; i < bytes.size(); ++i) to[i] = static_cast<char>(_masked.at(i % kLength) ^ kMask);
}

bool MemoryScan::matches(const char* at, std::size_t from) const
{
    for (std::size_t i = 0; i < kPart; ++i)
        if ((static_cast<std::uint8_t>(at[i]) ^ kMask) != _masked.at(from + i)) return false;
    return true;
}

// How often the 16 bytes of the canary from `from` on are in `bytes`. One byte of it by itself tells nobody anything.
std::size_t MemoryScan::hitsIn(std::span<const char> bytes, std::size_t from) const
{
    std::size_t count = 0;
    while (bytes.size() >= kPart)
    {
        const auto* at = static_cast<const char*>(std::memchr(bytes.data(), _masked.at(from) ^ kMask, bytes.size() - kPart + 1));
        if (at == nullptr) break;
        if (matches(at, from)) ++count;
        bytes = bytes.subspan(static_cast<std::size_t>(at - bytes.data()) + 1);
    }
    return count;
}

std::size_t MemoryScan::hits() const
{
    const UniqueFd memory{::open("/proc/self/mem", O_RDONLY | O_CLOEXEC)};
    const std::vector<Range> ranges = readableRanges();
    // Mapped after the ranges were listed, so that what is read is not read again.
    void* const window = ::mmap(nullptr, kWindow, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!memory || window == MAP_FAILED) return static_cast<std::size_t>(-1);
    std::size_t count = 0;
    for (const Range& range : ranges)
        for (std::uintptr_t at = range.from; at < range.to; at += kWindow - kPart)
        {
            const std::size_t wanted = std::min(kWindow, range.to - at);
            const ssize_t got = ::pread(memory.get(), window, wanted, static_cast<off_t>(at));
            if (got <= 0) continue;
            const std::span<const char> bytes{static_cast<const char*>(window), static_cast<std::size_t>(got)};
            count += hitsIn(bytes, 0) + hitsIn(bytes, kLength - kPart);
        }
    ::munmap(window, kWindow);
    return count;
}

} // namespace venomx::test
