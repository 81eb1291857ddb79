#include "kernel/settings/Xdg.h"

#include <pwd.h>
#include <unistd.h>

#include "kernel/settings/Environment.h"

namespace venomx::kernel
{
namespace
{

std::string homeFolder()
{
    if (const std::string_view home = environmentPath("HOME"); !home.empty()) return std::string{home};
    const passwd* user = getpwuid(getuid()); // NOLINT(concurrency-mt-unsafe): the first thread asks before any other exists
    return user != nullptr && user->pw_dir != nullptr ? user->pw_dir : std::string{};
}

} // namespace

std::string userFolder(const char* variable, std::string_view below)
{
    if (const std::string_view configured = environmentPath(variable); !configured.empty()) return std::string{configured};
    const std::string home = homeFolder();
    return home.empty() ? home : home + '/' + std::string{below};
}

} // namespace venomx::kernel
