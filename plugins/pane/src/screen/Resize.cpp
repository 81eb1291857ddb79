// A new size: the main screen reflows and trades rows with the scrollback, the alternate screen is cut or padded.
#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

namespace
{

constexpr int mostContinuation = 256; // stored lines of a logical line that one resize takes back from the scrollback

} // namespace

void Terminal::resize(ScreenSize to)
{
    if (to == _size) return;
    resizeMain(to);
    if (_alternate) _alternate->crop(to);
    _size = to;
    resetMargins();
    if (_onAlternate) moveTo(_at.row, _at.col);
    _joining = Joining::Nothing;
    for (SavedCursor& saved : _saved)
    {
        saved.position.row = std::clamp(saved.position.row, 0, to.rows - 1);
        saved.position.col = std::clamp(saved.position.col, 0, to.cols - 1);
    }
}

// The rows from the first to the last that matters, with a cursor and a saved cursor that follow their characters.
void Terminal::resizeMain(ScreenSize to)
{
    Position& position = _onAlternate ? _mainAt : _at;
    Position& saved = _saved[0].position;
    const auto pointAt = [](const Position& at, bool reached)
    { return Point{.row = at.row, .col = at.col + (at.wrapNext ? 1 : 0), .reached = reached}; };
    Point points[] = {pointAt(position, true), pointAt(saved, false)};
    const int last = std::max(_main.lastShown(), position.row);
    const bool full = last == _size.rows - 1;
    std::vector<Row> rows = _main.take();
    rows.resize(static_cast<std::size_t>(last) + 1);
    rows.back().wrapped = false; // what it went on in is blank
    if (to.cols != _size.cols)
    {
        FlatLine head = _scrollback.lastWraps() ? takeLastLine(mostContinuation) : FlatLine{};
        rows = reflow(std::move(head), rows, _size.cols, to.cols, _palette.clusters, points);
    }
    if (full) pullRows(to, rows, points);
    const int surplus = std::min(static_cast<int>(rows.size()) - to.rows, points[0].row);
    for (int row = 0; row < surplus; ++row) _scrollback.push(rows[static_cast<std::size_t>(row)], to.cols, _palette);
    if (surplus > 0) rows.erase(rows.begin(), rows.begin() + surplus);
    for (Point& point : points) point.row -= std::max(surplus, 0);
    _main.replace(to, std::move(rows));
    const auto settle = [to](Point point)
    {
        const int row = std::clamp(point.row, 0, to.rows - 1);
        return Position{row, std::clamp(point.col, 0, to.cols - 1), point.col == to.cols};
    };
    position = settle(points[0]);
    if (_saved[0].taken) saved = settle(points[1]);
}

// Cells that mean the same as a stored line.
void Terminal::restoreCells(const StoredLine& stored, std::vector<Cell>& cells)
{
    for (const StoredCell& cell : stored.cells)
    {
        Style style = *cell.style;
        if (style.link != 0) style.link = _palette.links.intern(*cell.link);
        Glyph glyph = 0;
        forEachCodePoint(std::string_view(stored.text).substr(cell.at, cell.bytes), [&](char32_t point)
                         { glyph = glyph == 0 ? static_cast<Glyph>(point) : _palette.clusters.join(glyph, point, cell.width); });
        cells.push_back(makeCell(glyph, _palette.styles.intern(style), cell.width));
    }
}

// Takes the last logical line, or as much of it as `most` stored lines hold, out of the scrollback.
FlatLine Terminal::takeLastLine(int most)
{
    FlatLine line;
    line.open = _scrollback.lastWraps();
    std::vector<std::vector<Cell>> parts;
    do {
        StoredLine stored;
        _scrollback.decodeLast(stored);
        line.written = std::max(line.written, stored.written);
        restoreCells(stored, parts.emplace_back());
        _scrollback.dropLast();
    } while (static_cast<int>(parts.size()) < most && _scrollback.lastWraps());
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) line.cells.insert(line.cells.end(), part->begin(), part->end());
    return line;
}

// A screen that was full and now has room shows again what had left it.
void Terminal::pullRows(ScreenSize to, std::vector<Row>& rows, std::span<Point> points)
{
    while (static_cast<int>(rows.size()) < to.rows && _scrollback.storedLines() > 0)
    {
        std::vector<Row> above;
        layOut(takeLastLine(mostContinuation), to.cols, _palette.clusters, above);
        const auto wanted = static_cast<std::size_t>(to.rows) - rows.size();
        const std::size_t back = above.size() > wanted ? above.size() - wanted : 0;
        for (std::size_t row = 0; row < back; ++row) _scrollback.push(above[row], to.cols, _palette);
        above.erase(above.begin(), above.begin() + static_cast<std::ptrdiff_t>(back));
        for (Point& point : points) point.row += static_cast<int>(above.size());
        std::move(rows.begin(), rows.end(), std::back_inserter(above));
        rows = std::move(above);
        if (back > 0) break;
    }
}

} // namespace venomx::pane
