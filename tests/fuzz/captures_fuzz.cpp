// Any screen in every format of a capture. Text has the lines that are there; html is one element whose text, read back, is the same,
// and holds no mark that is not ours; cells say the same text and widths; ansi, written to an empty screen, gives the same cells.
// The input: a size and how to capture in five bytes, then what the program wrote.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>
#include <venomx/sdk/json_reader.h>

#include "plugins/pane/src/capture/Ansi.h"
#include "plugins/pane/src/capture/Cells.h"
#include "plugins/pane/src/capture/Html.h"
#include "plugins/pane/src/capture/Text.h"
#include "plugins/pane/src/screen/SilentListener.h"
#include "tests/fuzz/Choices.h"
#include "tests/fuzz/HtmlText.h"
#include "tests/fuzz/Redrawn.h"
#include "tests/fuzz/Require.h"

namespace
{

using namespace venomx;
using namespace venomx::pane;
using fuzz::require;

std::string asCells(const Screen& screen, const CaptureOptions& options)
{
    std::string json;
    JsonWriter writer{json};
    captureCells(screen, options, writer);
    return json;
}

/// The text that the cells say.
std::string textOf(std::string_view cells)
{
    Arena arena;
    const auto read = JsonReader{8}.read(cells, arena);
    require(read.error == JsonError::none, "cells are no JSON");
    std::string text;
    for (const Value& line : read.value.items())
    {
        for (const Value& run : line.items()) text += run.find("text")->asString();
        text += '\n';
    }
    return text;
}

void checkLines(const Screen& screen, const CaptureOptions& options, std::string_view text)
{
    const long available = static_cast<long>(screen.scrollbackLines());
    const long above = options.scrollback < 0 ? available : std::min(options.scrollback, available);
    const long lines = std::ranges::count(text, '\n');
    require(options.join ? lines <= above + screen.size().rows : lines == above + screen.size().rows, "a capture has other lines");
    require(std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == '\x7F'; }), "a text has controls");
}

void capture(const Screen& screen, const CaptureOptions& options)
{
    const std::string text = captureText(screen, options);
    checkLines(screen, options, text);
    require(fuzz::htmlText(captureHtml(screen, options)) == text, "html says another text, or is no html");
    require(textOf(asCells(screen, options)) == text, "cells say another text");
    fuzz::checkRedrawn(screen, options);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Choices choices({reinterpret_cast<const char*>(data), size});
    SilentListener listener;
    const int cols = choices.within(1, 40);
    Screen screen({.cols = cols, .rows = choices.within(1, 8)}, 20, listener);
    const long scrollback = choices.within(-1, 24);
    const int narrower = choices.within(1, 60);
    const int how = choices.within(0, 7);
    screen.feed(choices.rest());
    if ((how & 4) != 0) screen.resize({.cols = narrower, .rows = screen.size().rows});
    capture(screen, {.scrollback = scrollback, .join = (how & 1) != 0, .trim = (how & 2) != 0});
    return 0;
}
