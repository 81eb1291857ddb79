// Who holds the lock beside a daemon's socket, as the system's list of locks tells it. Looking takes no lock, so that a daemon which
// starts meanwhile is not kept from its own. A function; any thread.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

namespace venomx::client
{

/// The process that holds `<socket>.lock`. Nothing when nobody does, or when it cannot be seen: no such file, a folder closed to this
/// user, a holder in another process namespace, a file system that tells locks by another number than its files.
[[nodiscard]] std::optional<pid_t> lockHolder(const std::string& socket);

} // namespace venomx::client
