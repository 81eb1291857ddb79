#include "kernel/plugins/Bytes.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace venomx::kernel
{

bool MemoryBytes::read(std::uint64_t offset, std::span<std::byte> into) const
{
    if (offset > _bytes.size() || into.size() > _bytes.size() - offset) return false;
    std::copy_n(_bytes.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return true;
}

bool FileBytes::read(std::uint64_t offset, std::span<std::byte> into) const
{
    if (offset > _size || into.size() > _size - offset) return false;
    while (!into.empty())
    {
        const ssize_t got = pread(_fd, into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        into = into.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return true;
}

} // namespace venomx::kernel
