// What a reader of a capture's html sees, taken from it by the strictest of parsers: one pre, in it spans with nothing but a style of
// harmless characters, one deep, and text with nothing in it that means something to a browser. A function; any thread.
#pragma once

#include <string>
#include <string_view>

namespace venomx::fuzz
{

/// Anything else than that is a broken promise.
[[nodiscard]] std::string htmlText(std::string_view html);

} // namespace venomx::fuzz
