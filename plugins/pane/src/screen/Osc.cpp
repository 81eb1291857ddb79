// OSC and DCS strings: titles, the directory, hyperlinks, notifications, prompt marks, queries. All others are swallowed; among them
// OSC 52, for no program reaches a clipboard, and colour settings, for there is no display.
#include <charconv>

#include "Terminal.h"

namespace venomx::pane
{

namespace
{

constexpr std::size_t longestTitle = 1'024;
constexpr std::size_t longestDirectory = 4'096;
constexpr std::size_t longestNotification = 4'096;

// Cuts off what stands before the first `separator`, which goes too; everything if there is none.
std::string_view cutField(std::string_view& text, char separator = ';')
{
    const std::size_t at = text.find(separator);
    const std::string_view field = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return field;
}

// Without control characters, and not cut inside a character. The parser has already made `text` good UTF-8.
std::string cleanText(std::string_view text, std::size_t longest)
{
    std::string clean;
    forEachCodePoint(text,
                     [&](char32_t point)
                     {
                         const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
                         if (!control && clean.size() + 4 <= longest) appendUtf8(clean, point);
                     });
    return clean;
}

int hexDigit(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

std::string percentDecoded(std::string_view text)
{
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        const bool escape = text[at] == '%' && at + 2 < text.size() && hexDigit(text[at + 1]) >= 0 && hexDigit(text[at + 2]) >= 0;
        plain += escape ? static_cast<char>(hexDigit(text[at + 1]) * 16 + hexDigit(text[at + 2])) : text[at];
        if (escape) at += 2;
    }
    return plain;
}

bool isUtf8(std::string_view text)
{
    std::string same;
    forEachCodePoint(text, [&](char32_t point) { appendUtf8(same, point); });
    return same == text;
}

} // namespace

void Terminal::osc(std::string_view text)
{
    _joining = Joining::Nothing;
    const std::string_view code = cutField(text);
    if (code == "0" || code == "2") setTitle(text);
    if (code == "7") setDirectory(text);
    if (code == "8") setLink(text);
    if (code == "9" || code == "777") notify(code, text);
    if (code == "133") promptMark(text);
}

void Terminal::setTitle(std::string_view text)
{
    std::string title = cleanText(text, longestTitle);
    if (title == _title) return;
    _title = std::move(title);
    _listener.title(_title);
}

// `file://host/path`; the host is not looked at, a pane's program may well be on another.
void Terminal::setDirectory(std::string_view url)
{
    constexpr std::string_view scheme = "file://";
    if (url.empty()) _cwd.clear();
    if (!url.starts_with(scheme)) return;
    url.remove_prefix(scheme.size());
    const std::size_t slash = url.find('/');
    if (slash == std::string_view::npos) return;
    std::string path = percentDecoded(url.substr(slash));
    if (path.size() > longestDirectory || path.find('\0') != std::string::npos || !isUtf8(path)) return;
    _cwd = std::move(path);
}

void Terminal::setLink(std::string_view text)
{
    cutField(text); // parameters; `id` would only join parts of one link in a display
    collectIfCrowded();
    _pen.link = _palette.links.intern(text);
    _penChanged = true;
}

void Terminal::promptMark(std::string_view text)
{
    const std::string_view mark = cutField(text);
    if (mark.size() != 1 || mark[0] < 'A' || mark[0] > 'D') return;
    std::optional<int> status;
    if (mark[0] == 'D')
    {
        const std::string_view field = cutField(text);
        int value = 0;
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        if (error == std::errc{} && end == field.data() + field.size()) status = value;
    }
    _listener.prompt(mark[0], status);
}

// `9;text`, but not ConEmu's `9;4;…` progress; `777;notify;title;text`.
void Terminal::notify(std::string_view code, std::string_view text)
{
    std::string title;
    if (code == "777")
    {
        if (cutField(text) != "notify") return;
        title = cleanText(cutField(text), longestTitle);
    }
    else if (text == "4" || text.starts_with("4;"))
    {
        return;
    }
    _listener.notification(title, cleanText(text, longestNotification));
}

void Terminal::dcs(const Sequence& sequence, std::string_view text)
{
    _joining = Joining::Nothing;
    if (sequence.key() == sequenceKey('q', '$')) answerSetting(text);      // DECRQSS
    if (sequence.key() == sequenceKey('q', '+')) answer("\x1bP0+r\x1b\\"); // XTGETTCAP: what TERM says is all there is to say
}

} // namespace venomx::pane
