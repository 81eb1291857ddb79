// Words of a command line as JSON text. Each function throws invalid_params.usage, naming the flag `name`, when the word is
// not that kind of value. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace venomx::client
{

/// Verbatim. JSON has no way to hold bytes that are not UTF-8, so those are refused.
[[nodiscard]] std::string stringLiteral(std::string_view word, std::string_view name);
[[nodiscard]] std::string integerLiteral(std::string_view word, std::string_view name);
[[nodiscard]] std::string numberLiteral(std::string_view word, std::string_view name);
[[nodiscard]] std::string booleanLiteral(std::string_view word, std::string_view name);
/// The word as it is but for line breaks between its tokens, which a frame cannot hold.
[[nodiscard]] std::string jsonLiteral(std::string_view word, std::string_view name);
/// {"name":…,"value":…}
[[nodiscard]] std::string pairLiteral(std::string_view first, std::string_view second, std::string_view name);

} // namespace venomx::client
