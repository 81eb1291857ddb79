// The caller's environment variables. Read only; one thread.
#pragma once

#include <cstdlib>
#include <string_view>

namespace venomx::client
{

/// Empty when it is not set.
[[nodiscard]] inline std::string_view environmentVariable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): the program has one thread and sets nothing
    return value != nullptr ? value : std::string_view{};
}

} // namespace venomx::client
