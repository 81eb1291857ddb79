// Texts joined into one. Pure functions.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace venomx::client
{

[[nodiscard]] inline std::string concat(std::initializer_list<std::string_view> parts)
{
    std::size_t size = 0;
    for (const std::string_view part : parts) size += part.size();
    std::string text;
    text.reserve(size);
    for (const std::string_view part : parts) text += part;
    return text;
}

/// "one, two, three".
[[nodiscard]] inline std::string listed(std::span<const std::string> words)
{
    std::string text;
    for (const std::string& word : words) text += concat({text.empty() ? "" : ", ", word});
    return text;
}

} // namespace venomx::client
