#include "Html.h"

#include <array>
#include <cstdio>
#include <utility>

namespace venomx::pane
{

namespace
{

// xterm's first sixteen.
constexpr std::uint32_t basicColors[16] = {
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
};

// 16..231 are a cube of six steps a side, 232..255 a ramp of greys.
std::uint32_t indexedColor(unsigned index)
{
    if (index < 16) return basicColors[index];
    if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
    const auto level = [](unsigned step) { return step == 0 ? 0u : 55 + step * 40; };
    const unsigned cube = index - 16;
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6);
}

std::string cssColor(Color color, std::uint32_t fallback)
{
    std::uint32_t value = fallback;
    if (color.kind() == Color::Kind::Indexed) value = indexedColor(color.index());
    if (color.kind() == Color::Kind::Rgb) value = color.packed & 0xFFFFFF;
    char text[8];
    std::snprintf(text, sizeof text, "#%06x", static_cast<unsigned>(value));
    return text;
}

std::string cssDecoration(const Style& style)
{
    constexpr const char* shapes[] = {"", "solid", "double", "wavy", "dotted", "dashed"};
    std::string lines;
    if (style.underline != Underline::None) lines += " underline";
    if (style.has(Style::Strike)) lines += " line-through";
    if (style.has(Style::Overline)) lines += " overline";
    if (lines.empty()) return lines;
    std::string css = "text-decoration:" + lines.substr(1);
    if (style.underline > Underline::Single) css += std::string(" ") + shapes[static_cast<std::size_t>(style.underline)];
    if (style.underline != Underline::None && style.underlineColor != Color{}) css += " " + cssColor(style.underlineColor, 0);
    return css + ";";
}

std::string css(const Style& style)
{
    constexpr std::uint32_t black = 0x000000;
    constexpr std::uint32_t white = 0xFFFFFF;
    std::string text;
    if (style.has(Style::Inverse))
    {
        text += "color:" + cssColor(style.background, white) + ";background-color:" + cssColor(style.foreground, black) + ";";
    }
    else
    {
        if (style.foreground != Color{}) text += "color:" + cssColor(style.foreground, black) + ";";
        if (style.background != Color{}) text += "background-color:" + cssColor(style.background, white) + ";";
    }
    if (style.has(Style::Bold)) text += "font-weight:bold;";
    if (style.has(Style::Italic)) text += "font-style:italic;";
    if (style.has(Style::Faint)) text += "opacity:0.6;";
    if (style.has(Style::Invisible)) text += "visibility:hidden;";
    return text + cssDecoration(style);
}

void appendEscaped(std::string& html, std::string_view text)
{
    for (const char c : text)
    {
        switch (c)
        {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        case '\'':
            html += "&#39;";
            break;
        default:
            html += c;
            break;
        }
    }
}

} // namespace

std::string captureHtml(const Screen& screen, const CaptureOptions& options)
{
    std::string html = "<pre>\n"; // a reader drops this line end, and would drop a first empty line without it
    forEachCaptured(screen, options,
                    [&](const Line& line)
                    {
                        std::string_view rest = line.text;
                        for (const LineRun& run : line.runs)
                        {
                            const std::string style = css(run.style);
                            if (!style.empty()) html += "<span style=\"" + style + "\">";
                            appendEscaped(html, rest.substr(0, run.bytes));
                            if (!style.empty()) html += "</span>";
                            rest.remove_prefix(run.bytes);
                        }
                        html += '\n';
                    });
    return html + "</pre>\n";
}

} // namespace venomx::pane
