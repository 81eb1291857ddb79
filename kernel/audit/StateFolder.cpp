#include "kernel/audit/StateFolder.h"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

#include "kernel/settings/Xdg.h"

namespace venomx::kernel
{
namespace
{

constexpr mode_t kOthers = 077;

[[noreturn]] void fail(int error)
{
    throw std::system_error{error, std::system_category(), "state folder"};
}

} // namespace

std::string stateFolder()
{
    const std::string folder = userFolder("XDG_STATE_HOME", ".local/state");
    return folder.empty() ? folder : folder + "/venomx";
}

void makeStateFolder(const std::string& path)
{
    if (path.empty()) fail(ENOENT);
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) fail(error.value());
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) fail(errno);
    if (status.st_uid != ::geteuid()) fail(EPERM);
    if ((status.st_mode & kOthers) != 0 && ::chmod(path.c_str(), S_IRWXU) != 0) fail(errno);
}

FolderLook lookAtFolder(const std::string& path)
{
    struct stat status = {};
    FolderLook look{.present = ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)};
    if (!look.present) return look;
    look.owner = status.st_uid == ::geteuid();
    look.mode = (status.st_mode & kOthers) == 0;
    struct statvfs room = {};
    if (::statvfs(path.c_str(), &room) != 0) return look;
    // A file system that does not count files has none free, and none in all.
    const bool full = room.f_bavail == 0 || (room.f_files > 0 && room.f_favail == 0);
    look.writable = !full && ::access(path.c_str(), W_OK | X_OK) == 0;
    look.freeMebibytes = room.f_bavail * room.f_frsize >> 20U;
    return look;
}

} // namespace venomx::kernel
