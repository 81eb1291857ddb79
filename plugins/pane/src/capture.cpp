// pane.capture: what a pane shows.
#include <algorithm>
#include <optional>
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "capture/Ansi.h"
#include "capture/Cells.h"
#include "capture/Html.h"
#include "capture/Text.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {
    kPaneParam,
    {.name = "scrollback",
     .type = Type::integer(-1, 10'000'000),
     .summary = "Lines above the screen; -1: all that are kept",
     .fallback = 0},
    {.name = "format",
     .type = Type::string({"text", "ansi", "html", "cells"}),
     .summary = "Plain text, text with SGR, an HTML pre, or rows of runs",
     .fallback = "text"},
    {.name = "join", .type = Type::boolean(), .summary = "Join lines that the terminal wrapped", .fallback = false},
    {.name = "trim", .type = Type::boolean(), .summary = "Drop trailing blanks of each line", .fallback = true},
};
constexpr Param kCursor[] = {
    {.name = "row", .type = Type::integer(), .required = true, .summary = "Row, from 0"},
    {.name = "col", .type = Type::integer(), .required = true, .summary = "Column, from 0"},
    {.name = "visible", .type = Type::boolean(), .required = true, .summary = "Whether the program shows it"},
};
constexpr Param kResult[] = {
    kPaneResult,
    {.name = "cols", .type = Type::integer(), .required = true, .summary = "Columns"},
    {.name = "rows", .type = Type::integer(), .required = true, .summary = "Rows of the screen"},
    {.name = "cursor", .type = Type::object(kCursor), .required = true, .summary = "Cursor, on the screen"},
    {.name = "text", .type = Type::string(), .summary = "The lines, each ended by a line feed; not with format cells"},
    {.name = "cells", .type = Type::json(), .summary = "With format cells: an array of rows of runs {text, width, style}"},
    {.name = "scrollback", .type = Type::integer(), .required = true, .summary = "Lines above the screen that are in it"},
    {.name = "available", .type = Type::integer(), .required = true, .summary = "Lines above the screen that are kept"},
    {.name = "alternate", .type = Type::boolean(), .required = true, .summary = "Whether it is the alternate screen"},
    {.name = "title", .type = Type::string(), .required = true, .summary = "Title that the program has set"},
    {.name = "cwd", .type = Type::string(), .summary = "Directory that the program has told (OSC 7)"},
};
constexpr ErrorSpec kErrors[] = {kNoPane};
constexpr Example kExamples[] = {
    {.summary = "The screen", .params = R"({"pane": "p0"})"},
    {.summary = "Screen and history, wrapped lines joined", .params = R"({"pane": "p0", "scrollback": -1, "join": true})"},
};
constexpr VerbSpec kSpec{.name = "pane.capture",
                         .summary = "Capture what a pane shows",
                         .authorize = {{Right::read, "pane"}},
                         .effect = Effect::read,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

/// More cells than these (a screen of 250 x 80) are copied on a worker, for the control loop has others to serve: with a colour each they
/// are 2 MB of HTML.
constexpr long kFewCells = 20'000;

enum class Format : std::uint8_t
{
    text,
    ansi,
    html,
    cells
};

struct Wanted
{
    Format format;
    CaptureOptions options;
};

/// A copy of the rows and what stands beside them.
struct Captured
{
    ScreenSize size;
    Cursor cursor;
    std::string content;
    long scrollback;
    long available;
    bool alternate;
    std::string title;
    std::string cwd;
};

Wanted wanted(const Call& call)
{
    const std::string_view name = call.text("format");
    const Format format = name == "ansi" ? Format::ansi : name == "html" ? Format::html : name == "cells" ? Format::cells : Format::text;
    return {.format = format, .options = {.scrollback = call.integer("scrollback"), .join = call.flag("join"), .trim = call.flag("trim")}};
}

std::string copyRows(const Screen& screen, const Wanted& what)
{
    switch (what.format)
    {
    case Format::ansi:
        return captureAnsi(screen, what.options);
    case Format::html:
        return captureHtml(screen, what.options);
    case Format::text:
        return captureText(screen, what.options);
    case Format::cells:
        break;
    }
    std::string cells;
    JsonWriter json{cells};
    captureCells(screen, what.options, json);
    return cells;
}

/// How many lines above the screen the capture takes.
long linesAbove(const Screen& screen, const Wanted& what)
{
    const long available = static_cast<long>(screen.scrollbackLines());
    return what.options.scrollback < 0 ? available : std::min(what.options.scrollback, available);
}

Captured copyScreen(const Screen& screen, const Wanted& what)
{
    return {.size = screen.size(),
            .cursor = screen.cursor(),
            .content = copyRows(screen, what),
            .scrollback = linesAbove(screen, what),
            .available = static_cast<long>(screen.scrollbackLines()),
            .alternate = screen.alternate(),
            .title = screen.title(),
            .cwd = screen.cwd()};
}

bool isShort(const Screen& screen, const Wanted& what)
{
    return (linesAbove(screen, what) + screen.size().rows) * screen.size().cols <= kFewCells;
}

Result toResult(PaneId pane, const Captured& captured, Format format)
{
    Result result;
    result.field("pane", pane.str()).field("cols", captured.size.cols).field("rows", captured.size.rows);
    result.write("cursor",
                 [&](JsonWriter& json)
                 {
                     json.beginObject();
                     json.field("row", captured.cursor.row).field("col", captured.cursor.col).field("visible", captured.cursor.visible);
                     json.endObject();
                 });
    if (format == Format::cells)
        result.rawField("cells", captured.content);
    else
        result.field("text", captured.content);
    result.field("scrollback", std::int64_t{captured.scrollback}).field("available", std::int64_t{captured.available});
    result.field("alternate", captured.alternate).field("title", captured.title);
    if (!captured.cwd.empty()) result.field("cwd", captured.cwd);
    return result;
}

void capture(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const Wanted what = wanted(call);
    const auto few = pane->console->look([&](const Screen& screen)
                                         { return isShort(screen, what) ? std::optional{copyScreen(screen, what)} : std::nullopt; });
    if (few) return call.answer(toResult(pane->id, *few, what.format));
    table.longCaptures().add(std::move(call),
                             [id = pane->id, console = pane->console, what]
                             {
                                 const Captured captured = console->look([&](const Screen& screen) { return copyScreen(screen, what); });
                                 return toResult(id, captured, what.format);
                             });
}

} // namespace

Verb captureVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { capture(table, call); }};
}

} // namespace venomx::pane
