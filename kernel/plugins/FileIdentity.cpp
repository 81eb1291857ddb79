#include "kernel/plugins/FileIdentity.h"

#include "kernel/plugins/LoadedLibrary.h"

namespace venomx::kernel
{
namespace
{

std::string text(const timespec& time)
{
    return std::to_string(time.tv_sec) + '.' + std::to_string(time.tv_nsec);
}

} // namespace

std::string identityOf(const struct stat& status)
{
    return std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino) + ':' + std::to_string(status.st_size) + ':' +
           text(status.st_mtim) + ':' + text(status.st_ctim);
}

std::string ownIdentity()
{
    struct stat program = {};
    struct stat library = {};
    if (::stat("/proc/self/exe", &program) != 0 || ::stat(loadedLibrary("libvenomx-sdk").c_str(), &library) != 0) return {};
    return identityOf(program) + ' ' + identityOf(library);
}

} // namespace venomx::kernel
