#include "kernel/health/PluginWord.h"

#include <string_view>

namespace venomx::kernel
{

std::string pluginWord(const PluginRecord& record)
{
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const bool plain = !record.name.empty() && record.name.size() <= 31 && record.name.find_first_not_of(kAllowed) == std::string::npos;
    return plain ? record.name : "unnamed";
}

} // namespace venomx::kernel
