#include "kernel/authority/OwnerFile.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/write_all.h>

namespace venomx::kernel
{
namespace
{

[[noreturn]] void fail(const char* step)
{
    throw std::system_error{errno, std::system_category(), step};
}

} // namespace

OwnerFile::OwnerFile(std::string path, const Secret& token) : _path(std::move(path))
{
    const std::string fresh = _path + '.' + std::to_string(::getpid());
    ::unlink(fresh.c_str()); // of a process that had this number and died right here
    const UniqueFd file{::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
    if (!file) fail("owner file");
    try
    {
        if (!writeAll(file.get(), token.expose()) || !writeAll(file.get(), "\n")) fail("owner file");
        struct stat status
        {
        };
        if (::fstat(file.get(), &status) != 0 || ::rename(fresh.c_str(), _path.c_str()) != 0) fail("owner file");
        _device = status.st_dev;
        _inode = status.st_ino;
    }
    catch (...)
    {
        ::unlink(fresh.c_str());
        throw;
    }
}

OwnerFile::~OwnerFile()
{
    struct stat status
    {
    };
    if (::lstat(_path.c_str(), &status) == 0 && status.st_dev == _device && status.st_ino == _inode) ::unlink(_path.c_str());
}

} // namespace venomx::kernel
