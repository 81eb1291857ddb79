// Pieces of Markdown (GitHub's) whose content is data: nothing in a text becomes markup. Pure functions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client
{

/// Plain words, on one line.
[[nodiscard]] std::string markdownText(std::string_view text);
/// A code span; nothing for an empty text.
[[nodiscard]] std::string markdownCode(std::string_view text);
/// A code block.
[[nodiscard]] std::string markdownBlock(std::string_view language, std::string_view lines);

/// Cells are markup already; whatever would end a cell is escaped. Nothing when there are no rows.
[[nodiscard]] std::string markdownTable(std::span<const std::string_view> headings, std::span<const std::vector<std::string>> rows);

} // namespace venomx::client
