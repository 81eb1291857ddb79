// The typesetting of help: wrapped paragraphs, and terms with their explanations in two columns. Pure functions.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace venomx::client
{

/// The paragraphs of `text` (apart by empty lines), indented and broken at blanks. Lines that are indented in `text` stay.
[[nodiscard]] std::string paragraphs(std::string_view text, std::size_t indent, std::size_t columns);

using Term = std::pair<std::string, std::string>;

/// Each term indented by two, its explanation beside it, or below it where the term is long.
[[nodiscard]] std::string definitions(std::span<const Term> terms, std::size_t columns);

} // namespace venomx::client
