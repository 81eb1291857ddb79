#include "kernel/plugins/Policy.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <system_error>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;

std::string octal(mode_t mode)
{
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3) text.push_back(static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U)));
    return text;
}

bool trusted(uid_t owner, uid_t daemon)
{
    return owner == 0 || owner == daemon;
}

std::string ownerSentence(const std::string& what, uid_t owner, uid_t daemon)
{
    return what + " belongs to user " + std::to_string(owner) + ", neither to root nor to the daemon's user " + std::to_string(daemon);
}

std::string modeSentence(const std::string& what, mode_t mode)
{
    return what + " has mode " + octal(mode) + ", which lets others write it";
}

Refused unreadable(const std::string& what)
{
    return {"unreadable", what + " cannot be read", std::generic_category().message(errno)};
}

} // namespace

std::optional<Refused> judgeFile(const struct stat& status, uid_t daemon)
{
    if (!S_ISREG(status.st_mode)) return Refused{"not_regular", "it is not a regular file; plugins are"};
    if (!trusted(status.st_uid, daemon)) return Refused{"owner", ownerSentence("the file", status.st_uid, daemon)};
    if ((status.st_mode & kOthersWrite) != 0) return Refused{"mode", modeSentence("the file", status.st_mode)};
    return {};
}

std::optional<Refused> judgePluginFolder(const struct stat& status, uid_t daemon)
{
    if (!trusted(status.st_uid, daemon)) return Refused{"folder_owner", ownerSentence("its folder", status.st_uid, daemon)};
    if ((status.st_mode & kOthersWrite) != 0) return Refused{"folder_mode", modeSentence("its folder", status.st_mode)};
    return {};
}

std::optional<Refused> judgeFolderAbove(const struct stat& status, uid_t daemon)
{
    const bool sticky = (status.st_mode & S_ISVTX) != 0 && status.st_uid == 0;
    if (sticky) return {};
    if (!trusted(status.st_uid, daemon)) return Refused{"folder_owner", ownerSentence("a folder above it", status.st_uid, daemon)};
    if ((status.st_mode & kOthersWrite) != 0) return Refused{"folder_mode", modeSentence("a folder above it", status.st_mode)};
    return {};
}

std::variant<UniqueFd, Refused> openPlugin(const std::string& path, uid_t daemon)
{
    UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    if (!file && errno == ELOOP) return Refused{"symlink", "it is a symbolic link; plugins are files"};
    struct stat status = {};
    if (!file || fstat(file.get(), &status) != 0) return unreadable("the file");
    if (auto refused = judgeFile(status, daemon)) return std::move(*refused);
    return file;
}

std::string resolvedFolder(const std::string& path)
{
    const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
    return resolved ? resolved.get() : path;
}

std::optional<Refused> judgeFolder(const std::string& path, uid_t daemon)
{
    std::string above = resolvedFolder(path);
    struct stat status = {};
    if (stat(above.c_str(), &status) != 0) return unreadable("its folder");
    if (auto refused = judgePluginFolder(status, daemon)) return refused;
    while (above.size() > 1)
    {
        above.resize(std::max<std::size_t>(above.rfind('/'), 1));
        if (stat(above.c_str(), &status) != 0) return unreadable("a folder above it");
        if (auto refused = judgeFolderAbove(status, daemon)) return refused;
    }
    return {};
}

} // namespace venomx::kernel
