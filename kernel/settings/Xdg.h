// Where the user's own files belong, as the XDG base directories say. Functions; first thread (they read the environment).
#pragma once

#include <string>
#include <string_view>

namespace venomx::kernel
{

/// The directory that `variable` names when it is absolute, else `below` in the user's home (`.config`). Empty: there is no home.
[[nodiscard]] std::string userFolder(const char* variable, std::string_view below);

} // namespace venomx::kernel
