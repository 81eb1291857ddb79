#include "tests/fuzz/Redrawn.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "plugins/pane/src/capture/Ansi.h"
#include "plugins/pane/src/screen/SilentListener.h"
#include "plugins/pane/src/screen/Utf8.h"
#include "plugins/pane/src/screen/Width.h"
#include "tests/fuzz/Require.h"

namespace venomx::fuzz
{
namespace
{

using namespace venomx::pane;

/// A character and what SGR can say of its look.
using Drawn = std::pair<char32_t, Style>;

struct DrawnLine
{
    std::vector<Drawn> characters; ///< without the blanks at the end that look like nothing
    std::size_t length{0};         ///< with them
    bool joins{false};
};

Style look(Style style)
{
    style.link = 0;
    style.set(Style::Protected, false);
    return style;
}

DrawnLine drawn(const Line& line)
{
    DrawnLine drawn;
    std::string_view text = line.text;
    for (const LineRun& run : line.runs)
    {
        forEachCodePoint(text.substr(0, run.bytes),
                         [&](char32_t point)
                         {
                             drawn.joins |= propertiesOf(point).grapheme() != GraphemeClass::Other;
                             drawn.characters.emplace_back(point, look(run.style));
                         });
        text.remove_prefix(run.bytes);
    }
    drawn.length = drawn.characters.size();
    while (!drawn.characters.empty() && drawn.characters.back() == Drawn{U' ', Style{}}) drawn.characters.pop_back();
    return drawn;
}

std::vector<DrawnLine> drawn(const Screen& screen, const CaptureOptions& options)
{
    std::vector<DrawnLine> lines;
    forEachCaptured(screen, options, [&](const Line& line) { lines.push_back(drawn(line)); });
    return lines;
}

/// As a terminal gets a file.
std::string withReturns(std::string_view text)
{
    std::string out;
    for (const char c : text) out += c == '\n' ? std::string{"\r\n"} : std::string{c};
    return out;
}

} // namespace

void checkRedrawn(const Screen& screen, const CaptureOptions& options)
{
    const std::vector<DrawnLine> before = drawn(screen, options);
    std::size_t longest = 1;
    for (const DrawnLine& line : before) longest = std::max(longest, line.length);
    const ScreenSize size{.cols = static_cast<int>(2 * longest), .rows = static_cast<int>(before.size()) + 1};
    if (size.cols > ScreenSize::most || size.rows > ScreenSize::most) return;
    SilentListener listener;
    Screen again(size, 0, listener);
    again.feed(withReturns(captureAnsi(screen, options)));
    const std::vector<DrawnLine> after = drawn(again, {.trim = false});
    for (std::size_t index = 0; index < before.size(); ++index)
    {
        if (before[index].joins) continue;
        require(before[index].characters == after[index].characters, "ansi gives other cells");
    }
}

} // namespace venomx::fuzz
