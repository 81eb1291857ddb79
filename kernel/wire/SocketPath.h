// Where the daemon listens. Functions; first thread, at start, but for what says otherwise. Throw StartError.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace venomx::kernel
{

/// The daemon cannot start: `what` is one line for the operator, `status` the process's exit status.
class StartError : public std::runtime_error
{
public:
    StartError(int status, const std::string& line) : std::runtime_error(line), _status(status) {}
    [[nodiscard]] int status() const { return _status; }

private:
    int _status;
};

namespace exit_status
{
inline constexpr int kClean = 0;
inline constexpr int kInternal = 1;
inline constexpr int kUsage = 2;
inline constexpr int kLive = 5;
inline constexpr int kMissing = 6;
} // namespace exit_status

/// Absolute: `asked`, else $XDG_RUNTIME_DIR/venomx/venomx.sock, else /tmp/venomx-<uid>/venomx.sock. $VENOMX_SOCKET does not
/// count: in a pane it names the daemon outside.
[[nodiscard]] std::string socketPath(std::string_view asked);

/// Why a folder is not fit for a socket; the path is that of the socket. Any thread.
enum class FolderFault : std::uint8_t
{
    none,
    unusable, ///< it is not there, or no folder; errno says why
    owner,    ///< it, or the link that leads to it, is another user's
    mode      ///< others may write in it
};
[[nodiscard]] FolderFault faultOfSocketFolder(const std::string& socketPath);

/// Makes missing folders above the socket, for the owner alone, and refuses one that is another's or that others may write.
void prepareSocketFolder(const std::string& socketPath);

} // namespace venomx::kernel
