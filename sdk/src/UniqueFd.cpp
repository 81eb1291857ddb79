#include <venomx/sdk/unique_fd.h>

#include <cerrno>
#include <unistd.h>

namespace venomx
{
inline namespace v1
{

void UniqueFd::reset(int fd)
{
    const int old = std::exchange(_fd, fd);
    if (old < 0 || old == fd) return;
    // Owners go while an error is on its way up; the errno that it is made of must survive. Linux frees the number even
    // when close reports EINTR, so it is never called again.
    const int kept = errno;
    ::close(old);
    errno = kept;
}

} // namespace v1
} // namespace venomx
