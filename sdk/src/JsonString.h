// Finds the end of JSON strings and decodes them. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace venomx::detail
{

/// The quote that ends the string whose inside begins at `at`, or nullptr when the text ends at `end` without one.
/// 16 bytes behind `end` are readable.
[[nodiscard]] const char* closingQuote(const char* at, const char* end) noexcept;

/// Decodes the inside of a string into as many bytes at `to`: nothing that JSON writes is shorter than what it means.
/// Nothing when it holds a bad escape, a lone surrogate, a control character or bytes that are not UTF-8.
[[nodiscard]] std::optional<std::string_view> decodeString(std::string_view inside, char* to) noexcept;

} // namespace venomx::detail
