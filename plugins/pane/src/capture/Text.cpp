#include "Text.h"

namespace venomx::pane
{

std::string captureText(const Screen& screen, const CaptureOptions& options)
{
    std::string text;
    forEachCaptured(screen, options,
                    [&](const Line& line)
                    {
                        text += line.text;
                        text += '\n';
                    });
    return text;
}

} // namespace venomx::pane
