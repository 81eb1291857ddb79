#include "Captured.h"

#include <algorithm>

namespace venomx::pane
{

namespace
{

void append(Line& line, const Line& more)
{
    std::string_view text = more.text;
    for (const LineRun& run : more.runs)
    {
        line.append(text.substr(0, run.bytes), run.width, run.style, run.link);
        text.remove_prefix(run.bytes);
    }
}

void trim(Line& line)
{
    while (!line.text.empty() && line.text.back() == ' ')
    {
        line.text.pop_back();
        --line.width;
        --line.runs.back().bytes;
        --line.runs.back().width;
        if (line.runs.back().bytes == 0) line.runs.pop_back();
    }
}

void pad(Line& line, int columns)
{
    if (columns > 0) line.append(std::string(static_cast<std::size_t>(columns), ' '), columns, Style{}, {});
}

} // namespace

void forEachCaptured(const Screen& screen, const CaptureOptions& options, const std::function<void(const Line&)>& visit)
{
    const int cols = screen.size().cols;
    const long last = screen.size().rows - 1;
    const auto available = static_cast<long>(screen.scrollbackLines());
    const long above = options.scrollback < 0 ? available : std::min(options.scrollback, available);
    Line whole;
    long index = -above;
    screen.lines(-above, last,
                 [&](const Line& line)
                 {
                     append(whole, line);
                     const bool lowest = index++ == last;
                     if (options.join && line.wrapped && !lowest) return;
                     if (options.trim)
                         trim(whole);
                     else
                         pad(whole, cols - line.width);
                     visit(whole);
                     whole.clear();
                 });
}

} // namespace venomx::pane
