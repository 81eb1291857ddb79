#include "client/documents/Roff.h"

#include "client/Concat.h"
#include "client/Text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace venomx::client
{
namespace
{

// Pages must have a date and their content has none: it is the day that this form of the pages was laid down.
constexpr std::string_view kDate{"2026-11-30"};

/// A line that begins with a control character would be a request.
void addLine(std::string& text, std::string_view line)
{
    if (line.starts_with('.') || line.starts_with('\'')) text += "\\&";
    text += line;
    if (line.ends_with(' ')) text += "\\&";
    text += '\n';
}

std::string_view takeLine(std::string_view& lines)
{
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    return line;
}

std::string_view escapeOf(char byte)
{
    constexpr std::array<std::pair<char, std::string_view>, 7> kEscapes{
        {{'\\', "\\e"}, {'-', "\\-"}, {'"', "\\(dq"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}}};
    for (const auto& [plain, escape] : kEscapes)
        if (plain == byte) return escape;
    return {};
}

std::string unicodeEscape(char32_t value)
{
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), "\\[u%04X]", static_cast<unsigned>(value));
    return digits.data();
}

/// Code spans and strong words in bold, all else plain.
std::string inlineMarkup(std::string_view text)
{
    std::string markup;
    while (!text.empty())
    {
        const std::size_t open = text.find_first_of("`*");
        const std::string_view mark = open == std::string_view::npos ? std::string_view{} : text[open] == '`' ? "`" : "**";
        const bool marked = !mark.empty() && text.substr(open).starts_with(mark);
        const std::size_t close = marked ? text.find(mark, open + mark.size()) : std::string_view::npos;
        if (close == std::string_view::npos)
        {
            const std::size_t plain = mark.empty() ? text.size() : open + 1;
            markup += roffText(text.substr(0, plain));
            text.remove_prefix(plain);
            continue;
        }
        markup += roffText(text.substr(0, open)) + roffBold(text.substr(open + mark.size(), close - open - mark.size()));
        text.remove_prefix(close + mark.size());
    }
    return markup;
}

/// Takes the lines up to an empty one; a fenced code block as a whole.
std::string_view takeBlock(std::string_view& text)
{
    const bool fenced = text.starts_with("```");
    std::size_t end = fenced ? text.find("\n```", 3) : text.find("\n\n");
    if (fenced && end != std::string_view::npos) end += 4;
    end = std::min(end, text.size());
    const std::string_view block = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    return block;
}

bool isItem(std::string_view line)
{
    return line.starts_with("- ") || line.starts_with("* ");
}

} // namespace

std::string roffText(std::string_view text)
{
    const std::string line = oneLine(text);
    std::string escaped;
    for (std::string_view left = line; !left.empty();)
    {
        const std::optional<CodePoint> point = firstCodePoint(left);
        const std::size_t size = point ? point->length : 1;
        if (size > 1)
            escaped += unicodeEscape(point->value);
        else if (const std::string_view escape = escapeOf(left.front()); !escape.empty())
            escaped += escape;
        else
            escaped += left.front();
        left.remove_prefix(size);
    }
    return escaped;
}

std::string roffBold(std::string_view text)
{
    return concat({"\\fB", roffText(text), "\\fR"});
}

std::string roffItalic(std::string_view text)
{
    return concat({"\\fI", roffText(text), "\\fR"});
}

Roff::Roff(std::string_view title, std::string_view source)
    : _text(concat({".TH ", roffText(title), " 1 ", kDate, " \"", roffText(source), "\" \"venomx manual\"\n"}))
{
}

Roff& Roff::section(std::string_view heading)
{
    _text += concat({".SH ", roffText(heading), "\n"});
    _first = true;
    return *this;
}

Roff& Roff::subsection(std::string_view heading)
{
    _text += concat({".SS ", roffText(heading), "\n"});
    _first = true;
    return *this;
}

Roff& Roff::paragraph(std::string_view text)
{
    if (!std::exchange(_first, false)) _text += ".PP\n";
    fill(roffText(text));
    return *this;
}

Roff& Roff::term(const std::string& tag, std::string_view explanation)
{
    _first = false;
    _text += ".TP\n";
    addLine(_text, tag);
    fill(explanation.empty() ? "\\&" : roffText(explanation));
    return *this;
}

Roff& Roff::verbatim(std::string_view lines)
{
    if (!std::exchange(_first, false)) _text += ".PP\n";
    _text += ".RS 4\n.nf\n";
    while (!lines.empty()) addLine(_text, roffText(takeLine(lines)));
    _text += ".fi\n.RE\n";
    return *this;
}

Roff& Roff::markdown(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    while (!text.empty()) block(takeBlock(text));
    return *this;
}

void Roff::block(std::string_view block)
{
    if (block.starts_with("```"))
    {
        takeLine(block);
        if (block.ends_with("```")) block.remove_suffix(3);
        verbatim(block);
    }
    else if (block.starts_with("    "))
        verbatim(block);
    else
        words(block);
}

/// A paragraph, which may begin with or turn into a list.
void Roff::words(std::string_view lines)
{
    if (!isItem(lines) && !std::exchange(_first, false)) _text += ".PP\n";
    std::string text;
    while (!lines.empty())
    {
        std::string_view line = takeLine(lines);
        if (isItem(line))
        {
            fill(inlineMarkup(text));
            text.clear();
            _first = false;
            _text += ".IP \\(bu 2\n";
            line.remove_prefix(2);
        }
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        text.append(text.empty() ? "" : " ").append(line);
    }
    fill(inlineMarkup(text));
}

Roff& Roff::line(const std::string& markup)
{
    _first = false;
    addLine(_text, markup);
    return *this;
}

Roff& Roff::usage(const std::string& command, std::span<const std::string> parts)
{
    if (!std::exchange(_first, false)) _text += ".br\n";
    _text += ".HP 4\n";
    addLine(_text, command);
    for (const std::string& part : parts)
    {
        std::string unbroken;
        for (const char byte : part) unbroken.append(byte == ' ' ? "\\" : "").append(1, byte);
        addLine(_text, unbroken);
    }
    return *this;
}

/// Broken at blanks, so that no line of the page is long.
void Roff::fill(const std::string& markup)
{
    constexpr std::size_t kLongest = 76;
    std::string out;
    for (std::string_view left = markup; !left.empty();)
    {
        const std::size_t end = std::min(left.find(' '), left.size());
        const std::string_view word = left.substr(0, end);
        left.remove_prefix(std::min(end + 1, left.size()));
        if (word.empty()) continue;
        if (!out.empty() && out.size() + 1 + word.size() > kLongest)
        {
            addLine(_text, out);
            out.clear();
        }
        out.append(out.empty() ? "" : " ").append(word);
    }
    if (!out.empty()) addLine(_text, out);
}

} // namespace venomx::client
