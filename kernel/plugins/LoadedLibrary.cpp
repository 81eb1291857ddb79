#include "kernel/plugins/LoadedLibrary.h"

#include <link.h>

namespace venomx::kernel
{
namespace
{

struct Search
{
    std::string_view stem;
    std::string path{};
};

int look(dl_phdr_info* library, std::size_t, void* data)
{
    auto& search = *static_cast<Search*>(data);
    const std::string_view path = library->dlpi_name != nullptr ? library->dlpi_name : "";
    if (!path.substr(path.rfind('/') + 1).starts_with(search.stem)) return 0;
    search.path = path;
    return 1;
}

} // namespace

std::string loadedLibrary(std::string_view stem)
{
    Search search{stem};
    dl_iterate_phdr(look, &search);
    return search.path;
}

} // namespace venomx::kernel
