#include <venomx/sdk/write_all.h>

#include <cerrno>
#include <unistd.h>

namespace venomx
{
inline namespace v1
{

bool writeAll(int fd, std::string_view bytes) noexcept
{
    while (!bytes.empty())
    {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace v1
} // namespace venomx
