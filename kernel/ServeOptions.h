// The words after `venomxd`. A value; `parse` throws StartError.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernel/plugins/Ending.h"

namespace venomx::kernel
{

struct ServeOptions
{
    std::string socket;                    ///< empty: the default
    std::string config;                    ///< empty: none besides the standard files
    std::vector<std::string> overrides;    ///< key=value, in the order given
    std::map<std::string, Ending> without; ///< plugins that kept earlier lives of this process from serving (--without)
    std::vector<std::string> words;        ///< as given
    std::string state;                     ///< where the audit goes; empty: the standard folder
    bool describe{false};                  ///< `manifest` in place of `serve`: only tell what there would be
    bool help{false};
    bool version{false};

    /// Without the program's own name.
    [[nodiscard]] static ServeOptions parse(std::span<const char* const> words);
};

extern const char* const kServeUsage;

} // namespace venomx::kernel
