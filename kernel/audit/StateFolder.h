// The daemon's state folder, `$XDG_STATE_HOME/venomx` or `~/.local/state/venomx`: private to its user.
// Functions that touch the file system, which may be slow or stuck: any thread but the control loop.
#pragma once

#include <cstdint>
#include <string>

namespace venomx::kernel
{

/// Its path; empty when the user has no home. Reads the environment alone: first thread.
[[nodiscard]] std::string stateFolder();

/// Makes what is missing, and closes the folder to others. Throws std::system_error.
void makeStateFolder(const std::string& path);

/// What doctor tells of it.
struct FolderLook
{
    bool present{false};
    bool owner{false};    ///< the daemon's user owns it
    bool mode{false};     ///< closed to all others
    bool writable{false}; ///< files can be made in it
    std::uint64_t freeMebibytes{0};
};
[[nodiscard]] FolderLook lookAtFolder(const std::string& path);

} // namespace venomx::kernel
