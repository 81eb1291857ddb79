// `venomxd plugin-check FILE`: would the daemon load this file, beside the plugins that it finds? Offline: no daemon is asked or
// disturbed, and the file's code runs in a trial process alone. Functions for a process that does nothing else.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace venomx::kernel
{

struct CheckOptions
{
    std::string file; ///< absolute
    std::string config{};
    std::vector<std::string> overrides{};
    bool json{false};
    bool help{false};

    /// Without the program's and the command's names. Throws StartError.
    [[nodiscard]] static CheckOptions parse(std::span<const char* const> words);
};

/// Prints what comes of it. The process's exit status: 0 it loads, 1 it does not. Throws SettingsError.
[[nodiscard]] int checkPlugin(const CheckOptions& options, const std::string& pluginFolder);

extern const char* const kCheckUsage;

} // namespace venomx::kernel
