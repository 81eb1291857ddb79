#include "Sgr.h"

namespace venomx::pane
{

namespace
{

void reset(Style& style)
{
    Style plain;
    plain.link = style.link;
    plain.set(Style::Protected, style.has(Style::Protected));
    style = plain;
}

// The index of the first parameter behind `index` that is not joined to it by colons.
int endOfGroup(const Sequence& sequence, int index)
{
    do ++index;
    while (sequence.isSub(index));
    return index;
}

bool component(int value)
{
    return value <= 255;
}

// 38, 48 or 58 at `index`, as `38:5:n`, `38:2:r:g:b`, `38:2:space:r:g:b`, `38;5;n` or `38;2;r;g;b`. Gives the index behind it.
int readColor(const Sequence& sequence, int index, Color& color)
{
    const bool colons = sequence.isSub(index + 1);
    const int groupEnd = colons ? endOfGroup(sequence, index) : index + 1;
    const int kind = sequence.at(index + 1);
    int first = index + 2;
    if (kind == 2 && colons && groupEnd - index >= 6) ++first; // a colour space stands between
    const int end = kind == 5 ? first + 1 : kind == 2 ? first + 3 : first;
    const int limit = colons ? groupEnd : sequence.count();
    if (end <= limit && kind == 5 && component(sequence.at(first))) color = Color::indexed(static_cast<unsigned>(sequence.at(first)));
    if (end <= limit && kind == 2)
    {
        const int red = sequence.at(first);
        const int green = sequence.at(first + 1);
        const int blue = sequence.at(first + 2);
        if (component(red) && component(green) && component(blue))
            color = Color::rgb(static_cast<unsigned>(red), static_cast<unsigned>(green), static_cast<unsigned>(blue));
    }
    return colons ? groupEnd : end;
}

void setUnderline(const Sequence& sequence, int index, Style& style)
{
    if (!sequence.isSub(index + 1))
    {
        style.underline = Underline::Single;
        return;
    }
    const int kind = sequence.at(index + 1);
    if (kind <= 5) style.underline = static_cast<Underline>(kind);
}

void applyColor(int code, Style& style)
{
    const auto within = [code](int first, int last) { return code >= first && code <= last; };
    if (within(30, 37)) style.foreground = Color::indexed(static_cast<unsigned>(code - 30));
    if (within(40, 47)) style.background = Color::indexed(static_cast<unsigned>(code - 40));
    if (within(90, 97)) style.foreground = Color::indexed(static_cast<unsigned>(code - 90 + 8));
    if (within(100, 107)) style.background = Color::indexed(static_cast<unsigned>(code - 100 + 8));
    if (code == 39) style.foreground = Color{};
    if (code == 49) style.background = Color{};
    if (code == 59) style.underlineColor = Color{};
}

void applyAttribute(int code, Style& style)
{
    // clang-format off
    switch (code)
    {
    case 0: reset(style); break;
    case 1: style.set(Style::Bold, true); break;
    case 2: style.set(Style::Faint, true); break;
    case 3: style.set(Style::Italic, true); break;
    case 5:
    case 6: style.set(Style::Blink, true); break;
    case 7: style.set(Style::Inverse, true); break;
    case 8: style.set(Style::Invisible, true); break;
    case 9: style.set(Style::Strike, true); break;
    case 21: style.underline = Underline::Double; break;
    case 22:
        style.set(Style::Bold, false);
        style.set(Style::Faint, false);
        break;
    case 23: style.set(Style::Italic, false); break;
    case 24: style.underline = Underline::None; break;
    case 25: style.set(Style::Blink, false); break;
    case 27: style.set(Style::Inverse, false); break;
    case 28: style.set(Style::Invisible, false); break;
    case 29: style.set(Style::Strike, false); break;
    case 53: style.set(Style::Overline, true); break;
    case 55: style.set(Style::Overline, false); break;
    default: applyColor(code, style); break;
    }
    // clang-format on
}

void appendColor(std::string& text, Color color, int base)
{
    if (color.kind() == Color::Kind::Indexed && color.index() < 16 && base != 58)
        text += ";" + std::to_string(static_cast<int>(color.index()) + (color.index() < 8 ? base - 8 : base + 44));
    else if (color.kind() == Color::Kind::Indexed)
        text += ";" + std::to_string(base) + ":5:" + std::to_string(color.index());
    else if (color.kind() == Color::Kind::Rgb)
        text += ";" + std::to_string(base) + ":2::" + std::to_string(color.red()) + ":" + std::to_string(color.green()) + ":" +
                std::to_string(color.blue());
}

} // namespace

void applySgr(const Sequence& sequence, Style& style)
{
    if (sequence.count() == 0) reset(style);
    for (int index = 0; index < sequence.count();)
    {
        const int code = sequence.at(index);
        switch (code)
        {
        case 38:
            index = readColor(sequence, index, style.foreground);
            continue;
        case 48:
            index = readColor(sequence, index, style.background);
            continue;
        case 58:
            index = readColor(sequence, index, style.underlineColor);
            continue;
        case 4:
            setUnderline(sequence, index, style);
            break;
        default:
            applyAttribute(code, style);
            break;
        }
        index = endOfGroup(sequence, index);
    }
}

std::string sgrOf(const Style& style)
{
    constexpr std::pair<Style::Flag, const char*> flags[] = {
        {Style::Bold, ";1"},    {Style::Faint, ";2"},     {Style::Italic, ";3"}, {Style::Blink, ";5"},
        {Style::Inverse, ";7"}, {Style::Invisible, ";8"}, {Style::Strike, ";9"}, {Style::Overline, ";53"},
    };
    std::string text = "0";
    for (const auto& [flag, code] : flags)
        if (style.has(flag)) text += code;
    if (style.underline == Underline::Single) text += ";4";
    if (style.underline > Underline::Single) text += ";4:" + std::to_string(static_cast<int>(style.underline));
    appendColor(text, style.foreground, 38);
    appendColor(text, style.background, 48);
    appendColor(text, style.underlineColor, 58);
    return text;
}

} // namespace venomx::pane
