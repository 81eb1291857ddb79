#include "LayoutNode.h"

#include <algorithm>

#include "Shares.h"

namespace venomx::window
{

LayoutNode paneNode(PaneId pane, TerminalSize size)
{
    LayoutNode node;
    node.size = size;
    node.pane = pane;
    return node;
}

bool LayoutNode::holds(PaneId wanted) const
{
    if (isPane()) return pane == wanted;
    return std::ranges::any_of(cells, [&](const LayoutNode& cell) { return cell.holds(wanted); });
}

int LayoutNode::least(Axis of) const
{
    if (isPane()) return along(kSmallestPane, of);
    int sum = kSeparator * (static_cast<int>(cells.size()) - 1);
    int most = 0;
    for (const LayoutNode& cell : cells)
    {
        const int least = cell.least(of);
        sum += least;
        most = std::max(most, least);
    }
    return of == axis ? sum : most;
}

void LayoutNode::fit(TerminalSize wanted)
{
    stretch(Axis::cols, wanted.cols);
    stretch(Axis::rows, wanted.rows);
}

void LayoutNode::stretch(Axis of, int length)
{
    (of == Axis::cols ? size.cols : size.rows) = length;
    if (isPane()) return;
    if (of != axis)
    {
        for (LayoutNode& cell : cells) cell.stretch(of, length);
        return;
    }
    std::vector<Part> parts;
    parts.reserve(cells.size());
    for (const LayoutNode& cell : cells) parts.push_back({.length = along(cell.size, of), .least = cell.least(of)});
    const auto lengths = shareOut(parts, length - kSeparator * (static_cast<int>(cells.size()) - 1)).value();
    for (std::size_t index = 0; index < cells.size(); ++index) cells[index].stretch(of, lengths[index]);
}

void LayoutNode::write(JsonWriter& json) const
{
    json.beginObject();
    if (isPane())
    {
        json.field("pane", pane.str()).field("cols", size.cols).field("rows", size.rows);
    }
    else
    {
        json.field("axis", axis == Axis::cols ? "cols" : "rows").key("cells").beginArray();
        for (const LayoutNode& cell : cells) cell.write(json);
        json.endArray();
    }
    json.endObject();
}

} // namespace venomx::window
