#include "Ansi.h"

#include "../screen/Sgr.h"

namespace venomx::pane
{

namespace
{

// What SGR can say of a style.
Style drawn(Style style)
{
    style.link = 0;
    style.set(Style::Protected, false);
    return style;
}

} // namespace

std::string captureAnsi(const Screen& screen, const CaptureOptions& options)
{
    std::string text;
    forEachCaptured(screen, options,
                    [&](const Line& line)
                    {
                        std::string_view rest = line.text;
                        Style present;
                        for (const LineRun& run : line.runs)
                        {
                            const Style style = drawn(run.style);
                            if (style != present || run.apart) text += "\x1b[" + sgrOf(style) + "m";
                            present = style;
                            text += rest.substr(0, run.bytes);
                            rest.remove_prefix(run.bytes);
                        }
                        text += present == Style{} ? "\n" : "\x1b[0m\n";
                    });
    return text;
}

} // namespace venomx::pane
