// Reads a .properties text and keeps the line of each entry, which Poco's reader does not.
// Lines are `key = value` or `key: value`; `#` or `!` begins a comment line; a backslash at the end joins the next line; within
// a value \\ \n \r \t and backslash before any other character (that character) are known. Functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::kernel
{

struct PropertyLine
{
    std::string key;
    std::string value;
    std::size_t line{0}; ///< the first of the entry, from 1
};

/// `name` stands for the text in errors. Throws SettingsError: no separator, no key, a key twice, a NUL.
[[nodiscard]] std::vector<PropertyLine> parseProperties(std::string_view text, const std::string& name);

/// Of a file of at most 1 MiB; nothing when it does not exist. Throws SettingsError, also when it cannot be read.
[[nodiscard]] std::optional<std::vector<PropertyLine>> readProperties(const std::string& path);

} // namespace venomx::kernel
