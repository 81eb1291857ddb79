// Finds the plugin files of the configured folders and judges each without running any of it. A function; any thread.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "kernel/plugins/Digests.h"
#include "kernel/plugins/SealedCopy.h"
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
    std::string identity{};           ///< changes whenever the file does
    std::optional<SealedCopy> copy{}; ///< with digests: what was judged, and is to be loaded
};

/// By what files are judged.
struct Judging
{
    uid_t daemon;
    OwnBuild own;
    const Digests* digests{nullptr}; ///< none: every file may be loaded that is fit for it
};

/// In the order of the folders, by name within one. A name that an earlier folder has is refused (duplicate_name). Folders
/// that do not exist hold nothing.
[[nodiscard]] std::vector<Candidate> discover(const std::vector<std::string>& folders, const Judging& judging);

/// One file, absolute; `others`: the file names of all plugins.
[[nodiscard]] Candidate judgeCandidate(const std::string& file, const Judging& judging, const std::set<std::string>& others);

} // namespace venomx::kernel
