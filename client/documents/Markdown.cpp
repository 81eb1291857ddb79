#include "client/documents/Markdown.h"

#include "client/Concat.h"
#include "client/Text.h"

#include <algorithm>

namespace venomx::client
{
namespace
{

bool isWordByte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/// An underscore within a word is none that marks emphasis.
bool isMarkup(std::string_view text, std::size_t at)
{
    constexpr std::string_view kMarks{"\\`*<"};
    if (kMarks.find(text[at]) != std::string_view::npos) return true;
    if (text[at] == '(') return at > 0 && text[at - 1] == ']';
    if (text[at] != '_') return false;
    return at == 0 || at + 1 == text.size() || !isWordByte(text[at - 1]) || !isWordByte(text[at + 1]);
}

/// A run of back quotes longer than any in the text.
std::string fenceFor(std::string_view text, std::size_t least)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char byte : text)
    {
        run = byte == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(std::max(least, longest + 1), '`');
}

void addRow(std::string& table, std::span<const std::string> cells)
{
    table += '|';
    for (const std::string& cell : cells)
    {
        table += ' ';
        for (const char byte : cell) table.append(byte == '|' ? "\\" : "").append(1, byte);
        table += cell.empty() ? "|" : " |";
    }
    table += '\n';
}

} // namespace

std::string markdownText(std::string_view text)
{
    const std::string line = oneLine(text);
    std::string escaped;
    for (std::size_t at = 0; at < line.size(); ++at) escaped.append(isMarkup(line, at) ? "\\" : "").append(1, line[at]);
    return escaped;
}

std::string markdownCode(std::string_view text)
{
    if (text.empty()) return {};
    const std::string line = oneLine(text);
    const std::string fence = fenceFor(line, 1);
    const std::string_view gap = line.starts_with('`') || line.ends_with('`') ? " " : "";
    return concat({fence, gap, line, gap, fence});
}

std::string markdownBlock(std::string_view language, std::string_view lines)
{
    const std::string fence = fenceFor(lines, 3);
    return concat({fence, language, "\n", lines, lines.ends_with('\n') ? "" : "\n", fence, "\n"});
}

std::string markdownTable(std::span<const std::string_view> headings, std::span<const std::vector<std::string>> rows)
{
    if (rows.empty()) return {};
    std::string table;
    addRow(table, std::vector<std::string>(headings.begin(), headings.end()));
    table += '|';
    for (std::size_t i = 0; i < headings.size(); ++i) table += "---|";
    table += '\n';
    for (const std::vector<std::string>& row : rows) addRow(table, row);
    return table;
}

} // namespace venomx::client
