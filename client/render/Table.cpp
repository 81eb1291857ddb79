#include "client/render/Table.h"

#include "client/Text.h"

#include <algorithm>

namespace venomx::client
{

void Table::addColumn(std::string heading, Align align)
{
    const std::size_t width = displayWidth(heading);
    _columns.push_back({.heading = std::move(heading), .align = align, .width = width});
}

void Table::addRow(std::vector<std::string> cells)
{
    for (std::size_t i = 0; i < _columns.size(); ++i) _columns[i].width = std::max(_columns[i].width, displayWidth(cells[i]));
    _rows.push_back(std::move(cells));
}

void Table::drawLine(std::string& out, const std::vector<std::string>& cells, const std::vector<std::string>& shown) const
{
    std::size_t pending = 0;
    for (std::size_t i = 0; i < _columns.size(); ++i)
    {
        const std::size_t padding = _columns[i].width - displayWidth(cells[i]);
        const bool right = _columns[i].align == Align::right;
        if (right) pending += padding;
        if (!cells[i].empty())
        {
            out.append(pending, ' ').append(shown[i]);
            pending = 0;
        }
        pending += (right ? 0 : padding) + 2;
    }
    out += '\n';
}

std::string Table::draw(const Palette& palette) const
{
    std::string out;
    std::vector<std::string> cells(_columns.size());
    std::vector<std::string> shown(_columns.size());
    std::ranges::transform(_columns, cells.begin(), &Column::heading);
    std::ranges::transform(cells, shown.begin(), [&](const std::string& cell) { return palette.heading(cell); });
    drawLine(out, cells, shown);
    for (const std::vector<std::string>& row : _rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            const bool state = _columns[i].heading == "STATUS" || _columns[i].heading == "STATE";
            shown[i] = state ? palette.state(row[i]) : row[i];
        }
        drawLine(out, row, shown);
    }
    return out;
}

} // namespace venomx::client
