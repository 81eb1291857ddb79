// What programs print, in the kinds that performance.md names: plain text, dense colour, one letter a line, wide and clustered
// characters, and a mixture as a day's work leaves it in scrollback.
#pragma once

#include <cstddef>
#include <string>

namespace venomx::bench
{

[[nodiscard]] std::string plainText(std::size_t bytes);
[[nodiscard]] std::string denseColour(std::size_t bytes);
[[nodiscard]] std::string scrollingLetters(std::size_t bytes);
[[nodiscard]] std::string wideText(std::size_t bytes);
[[nodiscard]] std::string mixedLines(std::size_t lines);

} // namespace venomx::bench
