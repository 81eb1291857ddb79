// What tells one file, or one state of it, from another without reading it. A function; any thread.
#pragma once

#include <string>
#include <sys/stat.h>

namespace venomx::kernel
{

/// Of a file that nobody wrote to or replaced, always the same text; of any other, another one.
[[nodiscard]] std::string identityOf(const struct stat& status);
/// Of this program and the SDK's library in it; empty when the system does not say.
[[nodiscard]] std::string ownIdentity();

} // namespace venomx::kernel
