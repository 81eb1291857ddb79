#include "tests/fuzz/HtmlText.h"

#include <array>
#include <utility>

#include "tests/fuzz/Require.h"

namespace venomx::fuzz
{
namespace
{

bool take(std::string_view& html, std::string_view word)
{
    if (!html.starts_with(word)) return false;
    html.remove_prefix(word.size());
    return true;
}

char entity(std::string_view& html)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}};
    for (const auto& [word, character] : kEntities)
        if (take(html, word)) return character;
    require(false, "an ampersand begins no entity of ours");
    return 0;
}

void takeStyle(std::string_view& html)
{
    constexpr std::string_view kHarmless = "abcdefghijklmnopqrstuvwxyz0123456789#:;.- ";
    const std::size_t end = html.find_first_not_of(kHarmless);
    require(end != 0 && end != std::string_view::npos, "a style that is empty, or has no end");
    html.remove_prefix(end);
    require(take(html, "\">"), "a style holds what is none");
}

} // namespace

std::string htmlText(std::string_view html)
{
    require(take(html, "<pre>\n"), "html does not begin with its element");
    std::string text;
    bool inside = false;
    while (!html.starts_with("</pre>"))
    {
        if (!inside && take(html, "<span style=\""))
        {
            takeStyle(html);
            inside = true;
        }
        else if (inside && take(html, "</span>"))
            inside = false;
        else if (html.starts_with('&'))
            text += entity(html);
        else
        {
            require(!html.empty() && html.find_first_of("<>\"'") != 0, "text holds a raw mark");
            text += html.front();
            html.remove_prefix(1);
        }
    }
    require(!inside && html == "</pre>\n", "html does not end with its element");
    return text;
}

} // namespace venomx::fuzz
