#include "LayoutTree.h"

#include <algorithm>

#include "Shares.h"

namespace venomx::window
{

namespace
{

/// The split that directly holds a pane, and the pane's place in it; no split when the pane is all there is.
struct Place
{
    LayoutNode* split{nullptr};
    std::size_t index{0};
};

std::size_t indexOf(const LayoutNode& split, PaneId pane)
{
    const auto at = std::ranges::find_if(split.cells, [&](const LayoutNode& cell) { return cell.holds(pane); });
    return static_cast<std::size_t>(at - split.cells.begin());
}

Place placeOf(LayoutNode& root, PaneId pane)
{
    if (root.isPane()) return {};
    LayoutNode* split = &root;
    std::size_t index = indexOf(*split, pane);
    while (!split->cells[index].isPane())
    {
        split = &split->cells[index];
        index = indexOf(*split, pane);
    }
    return {split, index};
}

const LayoutNode& leafOf(const LayoutNode& root, PaneId pane)
{
    const LayoutNode* node = &root;
    while (!node->isPane()) node = &node->cells[indexOf(*node, pane)];
    return *node;
}

/// The innermost split along `axis` above the pane, and which of its cells leads there.
Place placeAlong(LayoutNode& root, PaneId pane, Axis axis)
{
    Place found;
    for (LayoutNode* node = &root; !node->isPane();)
    {
        const std::size_t index = indexOf(*node, pane);
        if (node->axis == axis) found = {node, index};
        node = &node->cells[index];
    }
    return found;
}

int lengthOfNew(int room, const SplitOrder& order)
{
    if (order.cells) return *order.cells;
    if (order.percent) return room * *order.percent / 100;
    return (room - kSeparator) / 2;
}

/// A split that holds one cell is that cell; one inside a split along its own axis is part of that one.
void straighten(LayoutNode& node)
{
    if (node.isPane()) return;
    for (LayoutNode& cell : node.cells) straighten(cell);
    if (node.cells.size() == 1)
    {
        LayoutNode only = std::move(node.cells.front());
        node = std::move(only);
        return;
    }
    std::vector<LayoutNode> flat;
    for (LayoutNode& cell : node.cells)
    {
        if (cell.isPane() || cell.axis != node.axis)
            flat.push_back(std::move(cell));
        else
            std::ranges::move(cell.cells, std::back_inserter(flat));
    }
    node.cells = std::move(flat);
}

bool resizeAlong(LayoutNode& root, PaneId pane, Axis axis, int length)
{
    if (along(leafOf(root, pane).size, axis) == length) return true;
    const Place place = placeAlong(root, pane, axis);
    if (!place.split) return false;

    std::vector<LayoutNode>& cells = place.split->cells;
    if (length < cells[place.index].least(axis)) return false;
    std::vector<Part> others;
    for (std::size_t index = 0; index < cells.size(); ++index)
        if (index != place.index) others.push_back({.length = along(cells[index].size, axis), .least = cells[index].least(axis)});
    const int room = along(place.split->size, axis) - kSeparator * static_cast<int>(others.size()) - length;
    const auto lengths = shareOut(others, room);
    if (!lengths) return false;

    auto next = lengths->begin();
    for (std::size_t index = 0; index < cells.size(); ++index) cells[index].stretch(axis, index == place.index ? length : *next++);
    return true;
}

void collect(const LayoutNode& node, int col, int row, std::vector<PaneCell>& into)
{
    if (node.isPane())
    {
        into.push_back({.pane = node.pane, .col = col, .row = row, .size = node.size});
        return;
    }
    for (const LayoutNode& cell : node.cells)
    {
        collect(cell, col, row, into);
        (node.axis == Axis::cols ? col : row) += along(cell.size, node.axis) + kSeparator;
    }
}

} // namespace

bool LayoutTree::possible(TerminalSize size)
{
    return size.cols >= kSmallestPane.cols && size.rows >= kSmallestPane.rows;
}

LayoutTree::LayoutTree(PaneId first, TerminalSize size) : _root(paneNode(first, size)) {}

std::optional<TerminalSize> LayoutTree::sizeOf(PaneId pane) const
{
    if (!_root.holds(pane)) return std::nullopt;
    return leafOf(_root, pane).size;
}

std::vector<PaneCell> LayoutTree::cells() const
{
    std::vector<PaneCell> all;
    collect(_root, 0, 0, all);
    return all;
}

std::optional<TerminalSize> LayoutTree::plan(PaneId source, const SplitOrder& order) const
{
    TerminalSize size = leafOf(_root, source).size;
    const int room = along(size, order.axis);
    const int least = along(kSmallestPane, order.axis);
    const int length = lengthOfNew(room, order);
    if (length < least || room - kSeparator - least < length) return std::nullopt;
    (order.axis == Axis::cols ? size.cols : size.rows) = length;
    return size;
}

bool LayoutTree::split(PaneId source, PaneId added, const SplitOrder& order)
{
    const auto size = plan(source, order);
    if (!size) return false;

    const Place place = placeOf(_root, source);
    LayoutNode& cell = place.split ? place.split->cells[place.index] : _root;
    LayoutNode pair;
    pair.size = cell.size;
    pair.axis = order.axis;
    LayoutNode old = paneNode(source, cell.size);
    old.stretch(order.axis, along(cell.size, order.axis) - kSeparator - along(*size, order.axis));
    pair.cells.push_back(std::move(old));
    pair.cells.insert(order.before ? pair.cells.begin() : pair.cells.end(), paneNode(added, *size));
    cell = std::move(pair);
    straighten(_root);
    return true;
}

std::optional<PaneId> LayoutTree::remove(PaneId pane)
{
    const Place place = placeOf(_root, pane);
    if (!place.split) return std::nullopt;

    const Axis axis = place.split->axis;
    std::vector<LayoutNode>& cells = place.split->cells;
    const int freed = along(cells[place.index].size, axis) + kSeparator;
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(place.index));
    LayoutNode& heir = cells[place.index > 0 ? place.index - 1 : 0];
    heir.stretch(axis, along(heir.size, axis) + freed);
    const LayoutNode* first = &heir;
    while (!first->isPane()) first = &first->cells.front();
    const PaneId next = first->pane;
    straighten(_root);
    return next;
}

bool LayoutTree::resize(TerminalSize size)
{
    if (size.cols < _root.least(Axis::cols) || size.rows < _root.least(Axis::rows)) return false;
    _root.fit(size);
    return true;
}

bool LayoutTree::resizePane(PaneId pane, std::optional<int> cols, std::optional<int> rows)
{
    LayoutNode changed = _root;
    if (cols && !resizeAlong(changed, pane, Axis::cols, *cols)) return false;
    if (rows && !resizeAlong(changed, pane, Axis::rows, *rows)) return false;
    _root = std::move(changed);
    return true;
}

} // namespace venomx::window
