// The program that starts when a request names none: the login shell of the daemon's user, read from the password database
// once, when the plugin starts. A value; any thread.
#pragma once

#include <string>

namespace venomx::spawn
{

struct LoginShell
{
    std::string program{"/bin/sh"};
    std::string argv0{"-sh"};

    [[nodiscard]] static LoginShell of(std::string program);
    /// /bin/sh when the database has no entry, or no shell, for the process's real user.
    [[nodiscard]] static LoginShell ofThisUser();
};

} // namespace venomx::spawn
