// A setting's text as a value of its declared kind. Functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include <venomx/sdk/settings.h>

namespace venomx::kernel
{

using SettingValue = std::variant<std::string, std::int64_t, bool, std::vector<std::string>>;

/// Throws std::invalid_argument, whose text says what the key takes (`takes an integer from 1 to 8`).
[[nodiscard]] SettingValue parseSetting(const SettingSpec& spec, std::string_view text);

/// The value as it would be written in the file.
[[nodiscard]] std::string toText(const SettingValue& value);

} // namespace venomx::kernel
