#include "LoginShell.h"

#include <cerrno>
#include <pwd.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace venomx::spawn
{

LoginShell LoginShell::of(std::string program)
{
    std::string name{"-"};
    name.append(program, program.rfind('/') + 1);
    return {std::move(program), std::move(name)};
}

LoginShell LoginShell::ofThisUser()
{
    std::vector<char> buffer(1024);
    passwd entry{};
    passwd* found = nullptr;
    constexpr std::size_t kLargest = std::size_t{1024} * 1024;
    while (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == ERANGE && buffer.size() < kLargest)
        buffer.resize(buffer.size() * 2);
    if (found == nullptr || found->pw_shell == nullptr || *found->pw_shell == '\0') return {};
    return of(found->pw_shell);
}

} // namespace venomx::spawn
