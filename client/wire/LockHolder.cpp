#include "client/wire/LockHolder.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace venomx::client
{
namespace
{

struct CloseFile
{
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); } // NOLINT(cppcoreguidelines-owning-memory)
};

struct HeldLock
{
    int holder{0};
    dev_t device{0};
    ino_t file{0};
};

/// `1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF`; who waits for a lock has `->` after the number, and is none.
std::optional<HeldLock> readLock(const char* line)
{
    int holder = 0;
    unsigned deviceMajor = 0;
    unsigned deviceMinor = 0;
    std::uint64_t file = 0;
    if (std::sscanf(line, "%*d: FLOCK %*s WRITE %d %x:%x:%" SCNu64, &holder, &deviceMajor, &deviceMinor, &file) != 4) return std::nullopt;
    return HeldLock{holder, makedev(deviceMajor, deviceMinor), file};
}

} // namespace

std::optional<pid_t> lockHolder(const std::string& socket)
{
    struct stat lock
    {
    };
    if (::stat((socket + ".lock").c_str(), &lock) != 0) return std::nullopt;
    const std::unique_ptr<std::FILE, CloseFile> list{std::fopen("/proc/locks", "re")};
    std::array<char, 256> line{};
    while (list && std::fgets(line.data(), static_cast<int>(line.size()), list.get()) != nullptr)
    {
        const std::optional<HeldLock> held = readLock(line.data());
        if (held && held->holder > 0 && held->device == lock.st_dev && held->file == lock.st_ino) return held->holder;
    }
    return std::nullopt;
}

} // namespace venomx::client
