// Finds the plugin files of the configured folders and judges each without running any of it. A function; any thread.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "kernel/plugins/Stamp.h"

namespace venomx::kernel
{

/// A file named *.so in a plugin folder.
struct Candidate
{
    std::string file; ///< absolute
    std::string name; ///< of the stamp, else of the file
    std::optional<Stamp> stamp{};
    std::optional<Refused> refused{};
};

/// In the order of the folders, by name within one. A name that an earlier folder has is refused (duplicate_name). Folders
/// that do not exist hold nothing.
[[nodiscard]] std::vector<Candidate> discover(const std::vector<std::string>& folders, uid_t daemon, const OwnBuild& own);

} // namespace venomx::kernel
