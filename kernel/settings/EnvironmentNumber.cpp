#include "kernel/settings/EnvironmentNumber.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace venomx::kernel
{

std::optional<std::int64_t> environmentNumber(const char* variable)
{
    const char* text = std::getenv(variable);
    if (text == nullptr) return {};
    const std::string_view digits{text};
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional{value} : std::nullopt;
}

} // namespace venomx::kernel
