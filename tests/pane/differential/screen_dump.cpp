// Feeds byte streams to the screen and writes what it shows, for comparison with another emulator.
// Standard input is jobs, each a line `cols rows scrollback step[,step…]` and then the bytes of the chunks, one after the other. A step is
// the length of a chunk, or a new size, `cols`x`rows`. Each job's answer is one line of JSON on standard output:
//   {"cursor":[row,col,visible],"alternate":…,"title":…,"scrollback":lines,"lines":[[wrapped,[[text,width,style],…]],…]}
// with the lines of the scrollback first. A style is a text, empty for the default: see styleText().
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
#include <venomx/sdk/json_writer.h>

#include "plugins/pane/src/screen/Screen.h"
#include "plugins/pane/src/screen/SilentListener.h"

namespace
{

using namespace venomx::pane;

std::string colorText(char name, Color color)
{
    if (color.kind() == Color::Kind::Default) return {};
    char text[16];
    if (color.kind() == Color::Kind::Indexed)
        std::snprintf(text, sizeof text, " %c%u", name, color.index());
    else
        std::snprintf(text, sizeof text, " %c#%06x", name, static_cast<unsigned>(color.packed & 0xFFFFFF));
    return text;
}

std::string styleText(const Style& style, const std::string& link)
{
    constexpr std::pair<Style::Flag, const char*> flags[] = {
        {Style::Bold, " bold"},       {Style::Faint, " faint"},         {Style::Italic, " italic"}, {Style::Blink, " blink"},
        {Style::Inverse, " inverse"}, {Style::Invisible, " invisible"}, {Style::Strike, " strike"}, {Style::Overline, " overline"},
    };
    std::string text = colorText('f', style.foreground) + colorText('b', style.background);
    for (const auto& [flag, name] : flags)
        if (style.has(flag)) text += name;
    if (style.underline != Underline::None)
        text += " underline" + std::to_string(static_cast<int>(style.underline)) + colorText('u', style.underlineColor);
    if (!link.empty()) text += " link=" + link;
    return text;
}

// Trailing blanks of the default look are left out, also where the line goes on: emulators differ in whether they were written.
void writeLine(venomx::JsonWriter& json, const Line& line)
{
    struct Part
    {
        std::string text;
        int width;
        std::string style;
    };
    std::vector<Part> parts;
    std::string_view rest = line.text;
    for (const LineRun& run : line.runs)
    {
        const std::string style = styleText(run.style, run.link);
        if (parts.empty() || parts.back().style != style) parts.push_back({.text = {}, .width = 0, .style = style});
        parts.back().text += rest.substr(0, run.bytes);
        parts.back().width += run.width;
        rest.remove_prefix(run.bytes);
    }
    while (!parts.empty() && parts.back().style.empty() && parts.back().text.ends_with(' '))
    {
        parts.back().text.pop_back();
        if (--parts.back().width == 0) parts.pop_back();
    }
    json.beginArray().value(line.wrapped).beginArray();
    for (const Part& part : parts) json.beginArray().value(part.text).value(part.width).value(part.style).endArray();
    json.endArray().endArray();
}

std::string dump(const Screen& screen)
{
    std::string text;
    venomx::JsonWriter json(text);
    const Cursor cursor = screen.cursor();
    json.beginObject();
    json.key("cursor").beginArray().value(cursor.row).value(cursor.col).value(cursor.visible).endArray();
    json.field("alternate", screen.alternate()).field("title", std::string_view(screen.title()));
    json.field("scrollback", static_cast<std::uint64_t>(screen.scrollbackLines()));
    json.key("lines").beginArray();
    const auto rows = screen.size().rows;
    screen.lines(-static_cast<long>(screen.scrollbackLines()), rows - 1, [&](const Line& line) { writeLine(json, line); });
    json.endArray().endObject();
    return text;
}

// Does the next job of `input`; nothing when there is none.
std::optional<std::string> nextJob(std::istream& input)
{
    ScreenSize size;
    std::size_t scrollback = 0;
    std::string steps;
    if (!(input >> size.cols >> size.rows >> scrollback >> steps)) return std::nullopt;
    input.get();
    SilentListener deaf;
    Screen screen(size, scrollback, deaf);
    std::istringstream list(steps);
    for (std::string step; std::getline(list, step, ',');)
    {
        if (const std::size_t by = step.find('x'); by != std::string::npos)
        {
            screen.resize({.cols = std::stoi(step), .rows = std::stoi(step.substr(by + 1))});
            continue;
        }
        std::string chunk(std::stoul(step), '\0');
        input.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        screen.feed(chunk);
    }
    return dump(screen);
}

} // namespace

int main()
{
    std::ios::sync_with_stdio(false);
    while (const auto answer = nextJob(std::cin)) std::cout << *answer << '\n' << std::flush;
    return std::cin.bad() ? EXIT_FAILURE : EXIT_SUCCESS;
}
