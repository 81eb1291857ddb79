#include "kernel/wire/SocketPath.h"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

#include "kernel/settings/Environment.h"

namespace venomx::kernel
{
namespace
{

std::string absolute(std::string_view path)
{
    if (path.starts_with('/')) return std::string{path};
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    if (error) throw StartError{exit_status::kUsage, "the socket's path is relative, and the working directory does not exist"};
    return (here / path).string();
}

std::string standard()
{
    if (const std::string_view runtime = environmentPath("XDG_RUNTIME_DIR"); !runtime.empty())
        return std::string{runtime} + "/venomx/venomx.sock";
    return "/tmp/venomx-" + std::to_string(::getuid()) + "/venomx.sock";
}

std::string folderOf(const std::string& socketPath)
{
    return socketPath.substr(0, std::max<std::size_t>(socketPath.rfind('/'), 1));
}

/// Outermost first. What exists is left as it is.
void makeFolders(const std::string& folder)
{
    for (std::size_t slash = folder.find('/', 1);; slash = folder.find('/', slash + 1))
    {
        const std::string part = folder.substr(0, slash);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES)
            throw StartError{exit_status::kMissing, "cannot make the folder " + part + ": " + std::generic_category().message(errno)};
        if (slash == std::string::npos) return;
    }
}

} // namespace

std::string socketPath(std::string_view asked)
{
    std::string path = asked.empty() ? standard() : absolute(asked);
    if (path.ends_with('/')) throw StartError{exit_status::kUsage, "the socket's path ends with a slash: " + path};
    if (path.size() >= sizeof(sockaddr_un::sun_path))
        throw StartError{exit_status::kUsage,
                         "the socket's path is longer than " + std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " bytes: " + path};
    return path;
}

FolderFault faultOfSocketFolder(const std::string& socketPath)
{
    const std::string folder = folderOf(socketPath);
    struct stat link
    {
    };
    struct stat status
    {
    };
    // Not opened: a daemon that has no descriptor left looks here, too.
    if (::lstat(folder.c_str(), &link) != 0 || ::stat(folder.c_str(), &status) != 0) return FolderFault::unusable;
    if (!S_ISDIR(status.st_mode))
    {
        errno = ENOTDIR;
        return FolderFault::unusable;
    }
    const bool ourLink = !S_ISLNK(link.st_mode) || link.st_uid == ::geteuid() || link.st_uid == 0;
    if (status.st_uid != ::geteuid() || !ourLink) return FolderFault::owner;
    return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? FolderFault::mode : FolderFault::none;
}

void prepareSocketFolder(const std::string& socketPath)
{
    const std::string folder = folderOf(socketPath);
    makeFolders(folder);
    switch (faultOfSocketFolder(socketPath))
    {
    case FolderFault::none:
        return;
    case FolderFault::unusable:
        throw StartError{exit_status::kMissing, "cannot use the folder " + folder + ": " + std::generic_category().message(errno)};
    case FolderFault::owner:
        throw StartError{exit_status::kMissing, "the socket's folder belongs to another user: " + folder};
    case FolderFault::mode:
        throw StartError{exit_status::kMissing, "others may write in the socket's folder: " + folder};
    }
}

} // namespace venomx::kernel
