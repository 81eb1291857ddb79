// Whose files may become part of the daemon: regular files of root or the daemon's user that nobody else may write, in folders
// of which the same is true all the way up. Judged on the opened descriptor. Functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>
#include <variant>
#include <venomx/sdk/unique_fd.h>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

/// Reasons: symlink, unreadable, not_regular, owner, mode.
[[nodiscard]] std::variant<UniqueFd, Refused> openPlugin(const std::string& path, uid_t daemon);

/// The folder without symbolic links in its path; itself when it cannot be found. What is judged, tried and loaded goes by this
/// path, so that nobody can lead one of these steps elsewhere by a link.
[[nodiscard]] std::string resolvedFolder(const std::string& path);

/// `path` exists. Reasons: folder_owner, folder_mode, unreadable.
[[nodiscard]] std::optional<Refused> judgeFolder(const std::string& path, uid_t daemon);

/// The rules alone, on what stat said; for a test of every owner and mode.
[[nodiscard]] std::optional<Refused> judgeFile(const struct stat& status, uid_t daemon);
[[nodiscard]] std::optional<Refused> judgePluginFolder(const struct stat& status, uid_t daemon);
[[nodiscard]] std::optional<Refused> judgeFolderAbove(const struct stat& status, uid_t daemon);

} // namespace venomx::kernel
