#include <link.h>
#include <venomx/sdk/stamp.h>

#include "kernel/plugins/Stamp.h"

namespace venomx::kernel
{
namespace
{

/// Keeps the end of the name under which Poco's foundation is loaded in this process.
int findPoco(dl_phdr_info* library, std::size_t, void* found)
{
    constexpr std::string_view kStem = "libPocoFoundation";
    const std::string_view path = library->dlpi_name != nullptr ? library->dlpi_name : "";
    const std::string_view base = path.substr(path.rfind('/') + 1);
    if (!base.starts_with(kStem)) return 0;
    *static_cast<std::string*>(found) = base.substr(kStem.size());
    return 1;
}

} // namespace

OwnBuild ownBuild()
{
    OwnBuild own{VENOMX_ABI, VENOMX_TOOLCHAIN, {}};
    dl_iterate_phdr(findPoco, &own.poco);
    return own;
}

} // namespace venomx::kernel
