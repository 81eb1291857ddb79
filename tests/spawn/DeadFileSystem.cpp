#include "DeadFileSystem.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>

namespace venomx::tests
{
namespace
{

constexpr std::size_t kRequestSize = std::size_t{1} << 17;

template <class Body>
void reply(int device, std::uint64_t request, const Body& body)
{
    fuse_out_header header{};
    header.len = sizeof header + sizeof body;
    header.unique = request;
    const std::array<iovec, 2> parts{iovec{&header, sizeof header}, iovec{const_cast<Body*>(&body), sizeof body}};
    static_cast<void>(::writev(device, parts.data(), parts.size()));
}

void replyError(int device, std::uint64_t request, int error)
{
    fuse_out_header header{};
    header.len = sizeof header;
    header.unique = request;
    header.error = -error;
    static_cast<void>(::write(device, &header, sizeof header));
}

fuse_attr_out rootAttributes()
{
    fuse_attr_out out{};
    out.attr.ino = 1;
    out.attr.mode = S_IFDIR | 0755;
    out.attr.nlink = 2;
    return out;
}

fuse_init_out greeting()
{
    fuse_init_out out{};
    out.major = FUSE_KERNEL_VERSION;
    out.minor = FUSE_KERNEL_MINOR_VERSION;
    out.max_write = 4096;
    return out;
}

} // namespace

DeadFileSystem::DeadFileSystem(std::string folder)
    : _folder(std::move(folder)), _device(::open("/dev/fuse", O_RDWR | O_CLOEXEC | O_NONBLOCK))
{
    const std::string options = "fd=" + std::to_string(_device.get()) + ",rootmode=40000,user_id=0,group_id=0";
    if (!_device || ::mount("venomx-test", _folder.c_str(), "fuse", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
        throw std::system_error{errno, std::system_category(), "mount"};
    _thread = std::thread{[this] { serve(); }};
}

DeadFileSystem::~DeadFileSystem()
{
    abandon();
    ::umount2(_folder.c_str(), MNT_DETACH);
}

void DeadFileSystem::abandon()
{
    _over = true;
    if (_thread.joinable()) _thread.join();
    // Without its last reader the connection is over.
    _device.reset();
}

void DeadFileSystem::serve()
{
    while (!_over)
    {
        pollfd ready{.fd = _device.get(), .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, 20) > 0 && !answerNext()) return;
    }
}

bool DeadFileSystem::answerNext()
{
    alignas(8) static thread_local std::array<char, kRequestSize> buffer;
    if (::read(_device.get(), buffer.data(), buffer.size()) < 0) return errno == EAGAIN || errno == EINTR;
    fuse_in_header request{};
    std::memcpy(&request, buffer.data(), sizeof request);
    switch (request.opcode)
    {
    case FUSE_INIT:
        reply(_device.get(), request.unique, greeting());
        break;
    case FUSE_GETATTR:
        reply(_device.get(), request.unique, rootAttributes());
        break;
    case FUSE_ACCESS:
    case FUSE_LOOKUP:
        ++_waiting;
        break;
    case FUSE_INTERRUPT:
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
        break; // These want no answer.
    default:
        replyError(_device.get(), request.unique, ENOSYS);
    }
    return true;
}

} // namespace venomx::tests
