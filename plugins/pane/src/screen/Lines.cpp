// Reading the screen.
#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

namespace
{

// The columns of a row that a reader is given.
int shownColumns(const Row& row, int cols)
{
    if (row.wrapped) return row.endsInSpacer(cols) ? cols - 1 : cols;
    if (row.fill() != 0) return cols;
    int count = row.used();
    while (count > 0 && row.at(count - 1) == blankCell(0)) --count;
    return count;
}

void readRow(const Row& row, int cols, const Palette& palette, std::string& glyph, Line& line)
{
    line.clear();
    line.wrapped = row.wrapped;
    line.written = row.written;
    const int count = shownColumns(row, cols);
    for (int col = 0; col < count; ++col)
    {
        const Cell cell = row.at(col);
        if (cell.tail()) continue;
        glyph.clear();
        palette.clusters.append(cell.glyph, glyph);
        const Style& style = palette.styles[cell.style()];
        line.append(glyph, cell.width(), style, palette.links[style.link]);
    }
}

std::string_view withoutTrailingBlanks(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

} // namespace

void Terminal::lines(long first, long last, const Screen::LineVisitor& visit) const
{
    const auto available = static_cast<long>(first < 0 ? scrollbackLines() : 0);
    first = std::max(first, -available);
    last = std::min(last, static_cast<long>(_size.rows) - 1);
    if (first < 0)
    {
        const long stop = std::min(last, -1L);
        long index = first;
        _scrollback.read(_size.cols, static_cast<std::size_t>(-first), static_cast<std::size_t>(-stop - 1),
                         [&](const Line& line)
                         {
                             if (++index < 0 || !_onAlternate || !line.wrapped) return visit(line);
                             Line end = line; // goes on in the main screen, not in the alternate one that is shown below it
                             end.wrapped = false;
                             visit(end);
                         });
    }
    Line line;
    std::string glyph;
    for (long index = std::max(first, 0L); index <= last; ++index)
    {
        readRow(grid().row(static_cast<int>(index)), _size.cols, _palette, glyph, line);
        visit(line);
    }
}

std::optional<std::uint64_t> Terminal::writtenSince(std::uint64_t since, const Screen::TextVisitor& visit, std::uint64_t from,
                                                    const std::function<bool()>& enough) const
{
    std::string text;
    std::uint64_t written = 0;
    bool paused = false;
    const bool goOn = _scrollback.logicalLines(since, from,
                                               [&](std::string_view part, std::uint64_t at, bool open)
                                               {
                                                   if (open)
                                                   {
                                                       text = part;
                                                       written = at;
                                                       return true;
                                                   }
                                                   if (!visit(withoutTrailingBlanks(part), at)) return false;
                                                   paused = enough && enough();
                                                   return !paused;
                                               });
    if (paused) return from;
    if (!goOn) return std::nullopt;
    Line line;
    std::string glyph;
    const auto visitGrid = [&](const Grid& grid, bool join)
    {
        for (int index = 0; index < _size.rows; ++index)
        {
            const Row& row = grid.row(index);
            if (row.written >= since || !text.empty() || row.wrapped)
            {
                readRow(row, _size.cols, _palette, glyph, line);
                text += line.text;
                written = std::max(written, row.written);
            }
            if (join && row.wrapped && index + 1 < _size.rows) continue;
            if (written >= since && !(text.empty() && row.used() == 0) && !visit(withoutTrailingBlanks(text), written)) return false;
            text.clear();
            written = 0;
        }
        return true;
    };
    if (visitGrid(_main, true) && _onAlternate) visitGrid(*_alternate, false);
    return std::nullopt;
}

} // namespace venomx::pane
