#include "kernel/PluginFolder.h"

#include <filesystem>

namespace venomx::kernel
{

std::string pluginFolder()
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string{} : (program.parent_path() / "plugins").string();
}

} // namespace venomx::kernel
