// A plugin's name as health may show it: a file's name is the operator's, and may hold anything. A function; any thread.
#pragma once

#include <string>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

/// The name, or `unnamed` for one that no plugin may have.
[[nodiscard]] std::string pluginWord(const PluginRecord& record);

} // namespace venomx::kernel
