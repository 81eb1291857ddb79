// The scripts that teach a shell to complete this program's command lines. They ask the program itself at each key press, so
// they never grow old: what it says comes from the manifest. A constant table.
#pragma once

#include <span>
#include <string_view>

namespace venomx::client
{

struct Shell
{
    std::string_view name;
    std::string_view script;
};

[[nodiscard]] std::span<const Shell> shells();

} // namespace venomx::client
