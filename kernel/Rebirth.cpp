#include "kernel/Rebirth.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

/// The first descriptor that a service manager hands over; any other of the daemon's closes.
constexpr int kFirstInherited = 3;

void keepInherited()
{
    const char* handed = std::getenv("LISTEN_FDS");
    struct stat status = {};
    const bool socket = handed != nullptr && ::fstat(kFirstInherited, &status) == 0 && S_ISSOCK(status.st_mode);
    if (socket) ::fcntl(kFirstInherited, F_SETFD, 0);
}

} // namespace

void beginAgain(const OriginalState& original, const std::vector<std::string>& words)
{
    std::vector<std::string> texts{"venomxd"};
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    keepInherited();
    ::umask(original.umask);
    for (const OriginalState::Limit& limit : original.limits) ::setrlimit(static_cast<__rlimit_resource>(limit.resource), &limit.value);
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::execv("/proc/self/exe", arguments.data());
}

} // namespace venomx::kernel
