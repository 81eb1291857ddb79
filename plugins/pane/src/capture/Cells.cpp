#include "Cells.h"

#include <cstdio>
#include <utility>

namespace venomx::pane
{

namespace
{

void writeColor(JsonWriter& json, std::string_view name, Color color)
{
    if (color.kind() == Color::Kind::Indexed) json.field(name, static_cast<int>(color.index()));
    if (color.kind() != Color::Kind::Rgb) return;
    char text[8];
    std::snprintf(text, sizeof text, "#%06x", static_cast<unsigned>(color.packed & 0xFFFFFF));
    json.field(name, std::string_view(text));
}

void writeStyle(JsonWriter& json, const LineRun& run)
{
    constexpr std::string_view underlines[] = {"", "single", "double", "curly", "dotted", "dashed"};
    constexpr std::pair<Style::Flag, std::string_view> flags[] = {
        {Style::Bold, "bold"},       {Style::Faint, "faint"},         {Style::Italic, "italic"}, {Style::Blink, "blink"},
        {Style::Inverse, "inverse"}, {Style::Invisible, "invisible"}, {Style::Strike, "strike"}, {Style::Overline, "overline"},
    };
    json.beginObject();
    writeColor(json, "fg", run.style.foreground);
    writeColor(json, "bg", run.style.background);
    for (const auto& [flag, name] : flags)
        if (run.style.has(flag)) json.field(name, true);
    if (run.style.underline != Underline::None) json.field("underline", underlines[static_cast<std::size_t>(run.style.underline)]);
    writeColor(json, "underline_color", run.style.underlineColor);
    if (!run.link.empty()) json.field("link", std::string_view(run.link));
    json.endObject();
}

} // namespace

void captureCells(const Screen& screen, const CaptureOptions& options, JsonWriter& json)
{
    json.beginArray();
    forEachCaptured(screen, options,
                    [&](const Line& line)
                    {
                        json.beginArray();
                        std::string_view rest = line.text;
                        for (const LineRun& run : line.runs)
                        {
                            json.beginObject();
                            json.field("text", rest.substr(0, run.bytes));
                            json.field("width", static_cast<int>(run.width));
                            json.key("style");
                            writeStyle(json, run);
                            json.endObject();
                            rest.remove_prefix(run.bytes);
                        }
                        json.endArray();
                    });
    json.endArray();
}

} // namespace venomx::pane
