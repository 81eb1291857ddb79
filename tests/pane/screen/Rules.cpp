#include "Rules.h"

#include "plugins/pane/src/screen/Terminal.h"

namespace venomx::pane
{

namespace
{

std::string describe(const Style& style)
{
    std::string text;
    for (const auto part : {style.foreground.packed, style.background.packed, style.underlineColor.packed, std::uint32_t{style.flags},
                            static_cast<std::uint32_t>(style.underline)})
        text += std::to_string(part) + ",";
    return text;
}

} // namespace

std::string everything(const Screen& screen)
{
    const Cursor cursor = screen.cursor();
    std::string all = std::to_string(cursor.row) + "," + std::to_string(cursor.col) + (cursor.visible ? "v" : "h") +
                      (screen.alternate() ? "a" : "m") + screen.title() + "\x1f" + screen.cwd() + "\n";
    screen.lines(-static_cast<long>(screen.scrollbackLines()), screen.size().rows - 1,
                 [&](const Line& line)
                 {
                     all += line.text + (line.wrapped ? "\\" : "") + "@" + std::to_string(line.written);
                     for (const LineRun& run : line.runs)
                         all +=
                             "[" + std::to_string(run.bytes) + ":" + std::to_string(run.width) + ":" + describe(run.style) + run.link + "]";
                     all += "\n";
                 });
    return all;
}

std::string brokenRule(const Screen& screen)
{
    const auto size = screen.size();
    const Cursor cursor = screen.cursor();
    if (cursor.row < 0 || cursor.row >= size.rows || cursor.col < 0 || cursor.col >= size.cols) return "cursor off the screen";
    std::string wrong;
    long count = 0;
    const auto available = static_cast<long>(screen.scrollbackLines());
    screen.lines(-available, size.rows - 1,
                 [&](const Line& line)
                 {
                     ++count;
                     std::size_t bytes = 0;
                     int width = 0;
                     for (const LineRun& run : line.runs)
                     {
                         bytes += run.bytes;
                         width += run.width;
                     }
                     if (bytes != line.text.size()) wrong = "runs do not add up to the text";
                     if (width != line.width || width > size.cols) wrong = "runs do not add up to the width";
                 });
    if (count != available + size.rows) wrong = "not as many lines as promised";
    return wrong;
}

std::string brokenGrid(const Terminal& terminal)
{
    const Grid& grid = terminal.grid();
    for (int index = 0; index < grid.size().rows; ++index)
    {
        const Row& row = grid.row(index);
        int width = 0;
        if (row.used() > grid.size().cols) return "more cells than columns";
        for (int col = 0; col < grid.size().cols; ++col)
        {
            const Cell cell = row.at(col);
            width += cell.width();
            if (cell.style() >= terminal.palette().styles.capacity()) return "unknown style";
            const bool afterHead = col > 0 && row.at(col - 1).width() == 2;
            if (cell.tail() != afterHead) return "half a wide character";
            if (cell.tail() != (cell.glyph == 0)) return "tail with a glyph or head without";
        }
        if (width != grid.size().cols) return "widths do not add up to the columns";
    }
    return {};
}

} // namespace venomx::pane
