#include "kernel/settings/Environment.h"

#include <charconv>
#include <cstdlib>

namespace venomx::kernel
{

std::string_view environmentVariable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing in the daemon sets a variable
    return value != nullptr ? value : std::string_view{};
}

std::string_view environmentPath(const char* name)
{
    const std::string_view value = environmentVariable(name);
    return value.starts_with('/') ? value : std::string_view{};
}

std::optional<std::int64_t> environmentNumber(const char* name)
{
    const std::string_view digits = environmentVariable(name);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional{value} : std::nullopt;
}

} // namespace venomx::kernel
