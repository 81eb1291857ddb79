#include "Reflow.h"

#include <algorithm>

namespace venomx::pane
{

namespace
{

// Columns of a row that belong to its logical line.
int shownColumns(const Row& row, int cols)
{
    if (row.wrapped) return row.endsInSpacer(cols) ? cols - 1 : cols;
    int count = row.used();
    while (count > 0 && row.at(count - 1) == blankCell(0)) --count;
    return count;
}

void flatten(const Row& row, int index, int cols, std::span<Point> points, const std::vector<bool>& done, FlatLine& line)
{
    int count = shownColumns(row, cols);
    for (std::size_t which = 0; which < points.size(); ++which)
        if (!done[which] && points[which].reached && points[which].row == index && !row.wrapped) count = std::max(count, points[which].col);
    for (int col = 0; col <= count; ++col)
    {
        const bool inside = col < count;
        const bool tail = inside && row.at(col).tail();
        for (std::size_t which = 0; which < points.size(); ++which)
        {
            if (done[which] || points[which].row != index || (inside ? points[which].col != col : points[which].col < col)) continue;
            const int beyond = inside || row.wrapped ? 0 : points[which].col - col;
            line.marks.push_back({.cell = line.cells.size() - (tail ? 1 : 0), .point = &points[which], .beyond = beyond});
        }
        if (inside && !tail) line.cells.push_back(row.at(col));
    }
    line.fill = row.fill();
    line.written = std::max(line.written, row.written);
    line.open = row.wrapped;
}

int widthAt(const Cell& cell, int cols, const Clusters& clusters)
{
    return cols == 1 ? 1 : clusters.width(cell.glyph);
}

} // namespace

void layOut(const FlatLine& line, int cols, const Clusters& clusters, std::vector<Row>& rows)
{
    const auto widthOf = [&](std::size_t at) { return widthAt(line.cells[at], cols, clusters); };
    std::size_t at = 0;
    do {
        const std::size_t stop = fitRow(at, line.cells.size(), cols, widthOf);
        Row row;
        row.written = line.written;
        int col = 0;
        const auto place = [&](std::size_t cell)
        {
            for (const auto& mark : line.marks)
            {
                if (mark.cell != cell) continue;
                mark.point->row = static_cast<int>(rows.size());
                mark.point->col = mark.beyond == 0 ? col : std::min(col + mark.beyond, cols - 1);
            }
        };
        for (; at < stop; ++at)
        {
            place(at);
            const Cell& cell = line.cells[at];
            const int width = widthOf(at);
            Cell* const cells = row.reachToWrite(cols, col, col + width);
            cells[col] = makeCell(cell.glyph, cell.style(), width);
            if (width == 2) cells[col + 1] = tailCell(cell.style());
            col += width;
        }
        const bool last = at == line.cells.size();
        if (last) place(at);
        if (last && line.fill != 0) row.erase(cols, col, cols, line.fill);
        row.wrapped = !last || line.open;
        if (row.wrapped && col < cols) row.reach(cols, cols)[cols - 1].look |= Cell::spacerBit;
        rows.push_back(std::move(row));
    } while (at < line.cells.size());
}

std::vector<Row> reflow(FlatLine head, const std::vector<Row>& rows, int from, int to, const Clusters& clusters, std::span<Point> points)
{
    std::vector<Row> result;
    std::vector<bool> done(points.size());
    FlatLine line = std::move(head);
    for (std::size_t index = 0; index < rows.size(); ++index)
    {
        flatten(rows[index], static_cast<int>(index), from, points, done, line);
        if (rows[index].wrapped && index + 1 < rows.size()) continue;
        layOut(line, to, clusters, result);
        for (const auto& mark : line.marks) done[static_cast<std::size_t>(mark.point - points.data())] = true;
        line = FlatLine{};
    }
    for (std::size_t which = 0; which < points.size(); ++which)
        if (!done[which]) points[which].row += static_cast<int>(result.size()) - static_cast<int>(rows.size());
    return result;
}

} // namespace venomx::pane
