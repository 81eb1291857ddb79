#include "kernel/ProcessState.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

/// So that no socket of the daemon's can ever be taken for a standard stream.
void openStandardStreams()
{
    for (int fd = 0; fd <= 2; ++fd)
        if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) static_cast<void>(::open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY));
}

void raise(OriginalState& original, __rlimit_resource resource)
{
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    rlimit raised = limit;
    raised.rlim_cur = limit.rlim_max;
    if (::setrlimit(resource, &raised) == 0) original.limits.push_back({static_cast<int>(resource), limit});
}

} // namespace

OriginalState captureOriginal()
{
    OriginalState original;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) original.environment.emplace_back(*entry);
    original.umask = ::umask(077);
    ::umask(original.umask);
    errno = 0;
    const int nice = ::getpriority(PRIO_PROCESS, 0);
    if (errno == 0) original.nice = nice;
    return original;
}

void makeDaemonProcess(OriginalState& original, bool keepInherited)
{
    openStandardStreams();
    ::close_range(keepInherited ? 4U : 3U, ~0U, 0);
    ::umask(077);
    raise(original, RLIMIT_NOFILE);
    raise(original, RLIMIT_MEMLOCK);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

} // namespace venomx::kernel
