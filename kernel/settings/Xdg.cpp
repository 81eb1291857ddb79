#include "kernel/settings/Xdg.h"

#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): the first thread calls these before any other exists
namespace venomx::kernel
{
namespace
{

std::string homeFolder()
{
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') return home;
    const passwd* user = getpwuid(getuid());
    return user != nullptr && user->pw_dir != nullptr ? user->pw_dir : std::string{};
}

} // namespace

std::string userFolder(const char* variable, std::string_view below)
{
    if (const char* configured = std::getenv(variable); configured != nullptr && configured[0] == '/') return configured;
    const std::string home = homeFolder();
    return home.empty() ? home : home + '/' + std::string{below};
}

} // namespace venomx::kernel
// NOLINTEND(concurrency-mt-unsafe)
