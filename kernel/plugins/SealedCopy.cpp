#include "kernel/plugins/SealedCopy.h"

#include <Poco/Crypto/DigestEngine.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <venomx/sdk/write_all.h>

namespace venomx::kernel
{
namespace
{

#ifndef MFD_EXEC
constexpr unsigned MFD_EXEC = 0x0010U;
#endif

/// A system may make memory files unfit for running (vm.memfd_noexec) unless asked; older ones do not know the question.
UniqueFd memoryFile()
{
    constexpr unsigned kFlags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    UniqueFd made{::memfd_create("venomx-plugin", kFlags | MFD_EXEC)};
    if (!made && errno == EINVAL) made.reset(::memfd_create("venomx-plugin", kFlags));
    return made;
}

Refused failed()
{
    return {"unreadable", "the file cannot be copied to a sealed place in memory", std::generic_category().message(errno)};
}

} // namespace

std::variant<SealedCopy, Refused> sealedCopy(int file)
{
    SealedCopy copy{memoryFile(), {}};
    if (!copy.fd) return failed();
    Poco::Crypto::DigestEngine engine("SHA256");
    std::array<char, 65'536> block;
    for (off_t at = 0;;)
    {
        const ssize_t got = ::pread(file, block.data(), block.size(), at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 || !writeAll(copy.fd.get(), {block.data(), static_cast<std::size_t>(got)})) return failed();
        if (got == 0) break;
        engine.update(block.data(), static_cast<std::size_t>(got));
        at += got;
    }
    constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    if (::fcntl(copy.fd.get(), F_ADD_SEALS, kSeals) != 0) return failed();
    copy.digest = Poco::DigestEngine::digestToHex(engine.digest());
    return copy;
}

} // namespace venomx::kernel
