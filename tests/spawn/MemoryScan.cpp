#include "MemoryScan.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>
#include <venomx/sdk/secret.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::tests
{
namespace
{

constexpr std::size_t kWindow = std::size_t{1} << 20;

/// Matches against each character in turn; a long common prefix stays as rare as it is in memory.
int countIn(const char* bytes, std::size_t count, std::size_t size, const std::function<char(std::size_t)>& at)
{
    int found = 0;
    const char first = at(0);
    for (std::size_t start = 0; start + size <= count; ++start)
    {
        const void* next = std::memchr(bytes + start, first, count - size - start + 1);
        if (next == nullptr) break;
        start = static_cast<std::size_t>(static_cast<const char*>(next) - bytes);
        std::size_t same = 1;
        while (same < size && bytes[start + same] == at(same)) ++same;
        if (same == size) ++found;
    }
    return found;
}

} // namespace

int occurrences(std::size_t size, const std::function<char(std::size_t)>& at)
{
    const UniqueFd memory{::open("/proc/self/mem", O_RDONLY | O_CLOEXEC)};
    void* mapped = ::mmap(nullptr, kWindow, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!memory || mapped == MAP_FAILED) throw std::runtime_error("no view of memory");
    auto* window = static_cast<char*>(mapped);
    const auto own = reinterpret_cast<std::uintptr_t>(window);

    int found = 0;
    std::ifstream maps{"/proc/self/maps"};
    for (std::string line; std::getline(maps, line);)
    {
        std::uintptr_t from = 0;
        std::uintptr_t to = 0;
        char dash = 0;
        std::string mode;
        std::istringstream{line} >> std::hex >> from >> dash >> to >> mode;
        if (mode.empty() || mode.front() != 'r' || line.find("[v") != std::string::npos) continue;
        // Neighbouring mappings may be shown as one, so the window is left out by address.
        while (from < to)
        {
            const std::uintptr_t end = from < own && own < to ? own : to;
            if (from >= own && from < own + kWindow)
            {
                from = own + kWindow;
                continue;
            }
            const std::size_t wanted = std::min<std::size_t>(kWindow, end - from);
            const ssize_t got = ::pread(memory.get(), window, wanted, static_cast<off_t>(from));
            if (got <= 0) break;
            const auto count = static_cast<std::size_t>(got);
            found += countIn(window, count, size, at);
            wipe(window, count);
            // What lies across the border is seen with the next window.
            from += count == kWindow ? count - size + 1 : count;
        }
    }
    ::munmap(mapped, kWindow);
    return found;
}

} // namespace venomx::tests
