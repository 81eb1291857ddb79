#include "client/help/Layout.h"

#include "client/Text.h"

#include <algorithm>

namespace venomx::client
{
namespace
{

constexpr std::size_t kNarrowest = 24;

/// Words filled into lines; the first line goes on where `used` columns are taken.
std::string filled(std::string_view words, std::size_t indent, std::size_t used, std::size_t columns)
{
    const std::size_t limit = std::max(columns, indent + kNarrowest);
    std::string out;
    std::size_t column = used;
    bool first = true;
    while (!words.empty())
    {
        const std::size_t end = std::min(words.find_first_of(" \n"), words.size());
        const std::string_view word = words.substr(0, end);
        words.remove_prefix(std::min(end + 1, words.size()));
        if (word.empty()) continue;
        const std::size_t width = displayWidth(word);
        if (!first && column + 1 + width > limit)
        {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
            first = true;
        }
        if (!first) out += ' ';
        out += word;
        column += width + (first ? 0 : 1);
        first = false;
    }
    return out;
}

/// Takes the lines up to the next empty one.
std::string_view takeParagraph(std::string_view& text)
{
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    const std::string_view paragraph = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    return paragraph;
}

std::string verbatim(std::string_view lines, std::size_t indent)
{
    std::string out;
    while (!lines.empty())
    {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        out.append(indent, ' ').append(lines.substr(0, end)).append("\n");
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return out;
}

} // namespace

std::string paragraphs(std::string_view text, std::size_t indent, std::size_t columns)
{
    std::string out;
    while (!text.empty())
    {
        const std::string_view paragraph = takeParagraph(text);
        if (paragraph.empty()) continue;
        if (!out.empty()) out += '\n';
        if (paragraph.starts_with(' ') || paragraph.starts_with('-') || paragraph.starts_with('|'))
            out += verbatim(paragraph, indent);
        else
            out.append(indent, ' ').append(filled(paragraph, indent, indent, columns)).append("\n");
    }
    return out;
}

std::string definitions(std::span<const Term> terms, std::size_t columns)
{
    constexpr std::size_t kWidestTerm = 26;
    std::size_t width = 0;
    for (const Term& term : terms)
        if (const std::size_t own = displayWidth(term.first); own <= kWidestTerm) width = std::max(width, own);
    const std::size_t indent = width + 4;
    std::string out;
    for (const auto& [term, explanation] : terms)
    {
        const std::size_t own = displayWidth(term);
        out.append("  ").append(term);
        if (own > width && !explanation.empty()) out.append("\n").append(indent, ' ');
        if (own <= width && !explanation.empty()) out.append(indent - 2 - own, ' ');
        out.append(filled(explanation, indent, indent, columns)).append("\n");
    }
    return out;
}

} // namespace venomx::client
