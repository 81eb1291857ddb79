// A plugin's stamp as the host uses it, and whether it fits this daemon. Functions; any thread.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernel/plugins/ElfFile.h"

namespace venomx::kernel
{

struct Stamp
{
    std::uint32_t abi{0};
    std::string toolchain;
    std::string name;
    std::string version;
    std::string summary;
    std::vector<std::string> provides; ///< spawner/1
    std::vector<std::string> needs;
    std::vector<std::string> families; ///< first words of its verbs
    bool resident{false};
    std::vector<std::string> libraries; ///< DT_NEEDED
};

/// Reasons: no_stamp, bad_stamp, and those of readElf.
[[nodiscard]] std::variant<Stamp, Refused> readStamp(const Bytes& file);

/// What this daemon is built from.
struct OwnBuild
{
    std::uint32_t abi;
    std::string toolchain;
    std::string poco; ///< the end of its Poco libraries' names: ".so.80"
};
[[nodiscard]] OwnBuild ownBuild();

/// Does a plugin from that file fit? `others`: the file names of all plugins. Reasons: abi, toolchain, name, foreign_poco,
/// links_plugin.
[[nodiscard]] std::optional<Refused> misfit(const Stamp& stamp, const std::string& fileName, const OwnBuild& own,
                                            const std::set<std::string>& others);

} // namespace venomx::kernel
