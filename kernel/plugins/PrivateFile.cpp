#include "kernel/plugins/PrivateFile.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/write_all.h>

namespace venomx::kernel
{
namespace
{

constexpr off_t kLargest = 1 << 20;
constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;

bool ours(int fd, mode_t kind, struct stat& status)
{
    return ::fstat(fd, &status) == 0 && (status.st_mode & S_IFMT) == kind && status.st_uid == ::geteuid() &&
           (status.st_mode & kOthersWrite) == 0;
}

UniqueFd openFolder(const std::string& folder)
{
    UniqueFd opened{::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    struct stat status = {};
    if (opened && !ours(opened.get(), S_IFDIR, status)) opened.reset();
    return opened;
}

void makeFolders(const std::string& folder)
{
    for (std::size_t at = folder.find('/', 1); at != std::string::npos; at = folder.find('/', at + 1))
        ::mkdir(folder.substr(0, at).c_str(), 0700);
    ::mkdir(folder.c_str(), 0700);
}

} // namespace

std::optional<std::string> readPrivateFile(const std::string& folder, std::string_view name)
{
    const UniqueFd place = openFolder(folder);
    if (!place) return {};
    const UniqueFd file{::openat(place.get(), std::string{name}.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    struct stat status = {};
    if (!file || !ours(file.get(), S_IFREG, status) || status.st_size > kLargest) return {};
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size())
    {
        const ssize_t got = ::read(file.get(), text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return {};
        have += static_cast<std::size_t>(got);
    }
    return text;
}

bool writePrivateFile(const std::string& folder, std::string_view name, std::string_view text)
{
    makeFolders(folder);
    const UniqueFd place = openFolder(folder);
    if (!place) return false;
    // A name of this process's own, so that daemons which write at once do not mix their texts.
    const std::string beside = '.' + std::string{name} + '.' + std::to_string(::getpid());
    {
        const UniqueFd file{::openat(place.get(), beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600)};
        if (!file) return false;
        if (!writeAll(file.get(), text))
        {
            ::unlinkat(place.get(), beside.c_str(), 0);
            return false;
        }
    }
    if (::renameat(place.get(), beside.c_str(), place.get(), std::string{name}.c_str()) == 0) return true;
    ::unlinkat(place.get(), beside.c_str(), 0);
    return false;
}

} // namespace venomx::kernel
