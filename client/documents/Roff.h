// Writes one manual page in man(7) roff, whose content is data: nothing in a text becomes a request or an escape. Pages pass
// `mandoc -Tlint` and are the same in groff. Used by one thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace venomx::client
{

/// Characters that roff takes for something else, written out; on one line.
[[nodiscard]] std::string roffText(std::string_view text);
[[nodiscard]] std::string roffBold(std::string_view text);
[[nodiscard]] std::string roffItalic(std::string_view text);

class Roff
{
public:
    /// `source` stands in the footer: the program and its version.
    Roff(std::string_view title, std::string_view source);

    Roff& section(std::string_view heading);
    Roff& subsection(std::string_view heading);
    /// Plain words.
    Roff& paragraph(std::string_view text);
    /// What it is about (roffBold and its like) with its explanation below, in plain words.
    Roff& term(const std::string& tag, std::string_view explanation);
    /// Lines as they are.
    Roff& verbatim(std::string_view lines);
    /// Paragraphs, lists, code spans and code blocks of Markdown.
    Roff& markdown(std::string_view text);
    /// One line of markup made by roffText and its like.
    Roff& line(const std::string& markup);
    /// A command and what may follow it, each markup; no part is broken over two lines.
    Roff& usage(const std::string& command, std::span<const std::string> parts);

    [[nodiscard]] const std::string& text() const { return _text; }

private:
    void fill(const std::string& markup);
    void block(std::string_view block);
    void words(std::string_view lines);

    std::string _text;
    bool _first{false}; ///< right after a heading: it parts paragraphs by itself
};

} // namespace venomx::client
