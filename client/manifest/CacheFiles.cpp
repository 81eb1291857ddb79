#include "client/manifest/CacheFiles.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/write_all.h>

namespace venomx::client
{
namespace
{

constexpr off_t kLargestFile = off_t{64} * 1024 * 1024;

bool isOwn(const struct stat& status)
{
    return S_ISREG(status.st_mode) && status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

} // namespace

std::optional<std::string> readOwnFile(const std::string& path)
{
    const UniqueFd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    struct stat status
    {
    };
    if (!file || ::fstat(file.get(), &status) != 0 || !isOwn(status) || status.st_size > kLargestFile) return std::nullopt;
    std::string content(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t size = 0;
    while (size < content.size())
    {
        const ssize_t got = ::read(file.get(), content.data() + size, content.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        size += static_cast<std::size_t>(got);
    }
    return content;
}

bool writeOwnFile(const std::string& directory, const std::string& name, std::string_view content)
{
    const std::string draft = directory + "/." + name + "." + std::to_string(::getpid());
    ::unlink(draft.c_str());
    const UniqueFd file{::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)};
    if (!file) return false;
    if (writeAll(file.get(), content) && ::rename(draft.c_str(), (directory + "/" + name).c_str()) == 0) return true;
    ::unlink(draft.c_str());
    return false;
}

bool makeDirectories(const std::string& path)
{
    for (std::size_t end = path.find('/', 1); true; end = path.find('/', end + 1))
    {
        if (::mkdir(path.substr(0, end).c_str(), S_IRWXU) != 0 && errno != EEXIST) return false;
        if (end == std::string::npos) return true;
    }
}

std::vector<std::string> filesByAge(const std::string& directory)
{
    const auto close = [](DIR* folder) { ::closedir(folder); };
    const std::unique_ptr<DIR, decltype(close)> folder{::opendir(directory.c_str()), close};
    std::vector<std::tuple<std::int64_t, std::int64_t, std::string>> found;
    if (!folder) return {};
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the folder is read by this call alone
    while (const dirent* entry = ::readdir(folder.get()))
    {
        struct stat status
        {
        };
        const std::string name{static_cast<const char*>(entry->d_name)};
        if (name.starts_with('.') || ::fstatat(::dirfd(folder.get()), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        found.emplace_back(-status.st_mtim.tv_sec, -status.st_mtim.tv_nsec, name);
    }
    std::ranges::sort(found);
    std::vector<std::string> names;
    names.reserve(found.size());
    for (auto& [seconds, nanoseconds, name] : found) names.push_back(std::move(name));
    return names;
}

} // namespace venomx::client
