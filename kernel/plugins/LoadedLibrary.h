// The libraries that are loaded in this process. A function; any thread.
#pragma once

#include <string>
#include <string_view>

namespace venomx::kernel
{

/// The path of the first whose file name begins so; empty when none does.
[[nodiscard]] std::string loadedLibrary(std::string_view stem);

} // namespace venomx::kernel
