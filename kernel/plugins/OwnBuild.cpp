#include <venomx/sdk/stamp.h>

#include "kernel/plugins/LoadedLibrary.h"
#include "kernel/plugins/Stamp.h"

namespace venomx::kernel
{

OwnBuild ownBuild()
{
    constexpr std::string_view kStem = "libPocoFoundation";
    const std::string poco = loadedLibrary(kStem);
    const std::size_t at = poco.rfind(kStem);
    return {VENOMX_ABI, VENOMX_TOOLCHAIN, at == std::string::npos ? std::string{} : poco.substr(at + kStem.size())};
}

} // namespace venomx::kernel
