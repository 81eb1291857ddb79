#include "tests/window/Geometry.h"

#include <set>
#include <stdexcept>
#include <vector>
#include <venomx/sdk/json_reader.h>

namespace venomx::tests
{

namespace
{

using window::LayoutTree;
using window::PaneCell;

/// The size that a JSON layout adds up to. Throws what is wrong.
TerminalSize sum(const Value& layout, std::vector<std::string>& panes)
{
    if (const Value* pane = layout.find("pane"))
    {
        if (layout.members().size() != 3) throw std::runtime_error{"a pane has other members than pane, cols and rows"};
        panes.emplace_back(pane->asString());
        const TerminalSize size{.cols = static_cast<int>(layout.find("cols")->asInteger()),
                                .rows = static_cast<int>(layout.find("rows")->asInteger())};
        if (size.cols < 2 || size.rows < 1) throw std::runtime_error{"a pane is too small"};
        return size;
    }
    const bool side = layout.find("axis")->asString() == "cols";
    if (!side && layout.find("axis")->asString() != "rows") throw std::runtime_error{"an axis that is none"};
    const auto cells = layout.find("cells")->items();
    if (layout.members().size() != 2 || cells.size() < 2) throw std::runtime_error{"a split of fewer than two cells"};
    TerminalSize total = sum(cells.front(), panes);
    for (const Value& cell : cells.subspan(1))
    {
        const TerminalSize size = sum(cell, panes);
        if (side ? size.rows != total.rows : size.cols != total.cols) throw std::runtime_error{"neighbours of unequal length across"};
        (side ? total.cols : total.rows) += 1 + (side ? size.cols : size.rows);
    }
    for (const Value& cell : cells)
        if (cell.find("axis") && cell.find("axis")->asString() == layout.find("axis")->asString())
            throw std::runtime_error{"a split inside a split along the same axis"};
    return total;
}

bool apart(int start, int length, int otherStart, int otherLength)
{
    return start + length <= otherStart || otherStart + otherLength <= start;
}

/// Throws what is wrong.
void checkPlaces(const std::vector<PaneCell>& cells, TerminalSize window)
{
    for (std::size_t index = 0; index < cells.size(); ++index)
    {
        const PaneCell& cell = cells[index];
        if (cell.col < 0 || cell.row < 0 || cell.col + cell.size.cols > window.cols || cell.row + cell.size.rows > window.rows)
            throw std::runtime_error{"a pane sticks out"};
        for (std::size_t earlier = 0; earlier < index; ++earlier)
        {
            const PaneCell& other = cells[earlier];
            if (apart(cell.col, cell.size.cols, other.col, other.size.cols) || apart(cell.row, cell.size.rows, other.row, other.size.rows))
                continue;
            throw std::runtime_error{"panes overlap"};
        }
    }
}

void check(const LayoutTree& tree)
{
    Arena arena;
    const auto read = JsonReader{256}.read(layoutJson(tree), arena);
    if (read.error != JsonError::none) throw std::runtime_error{"its JSON is none"};
    std::vector<std::string> panes;
    if (sum(read.value, panes) != tree.size()) throw std::runtime_error{"it does not add up to the window"};

    const std::vector<PaneCell> cells = tree.cells();
    if (cells.size() != panes.size()) throw std::runtime_error{"its cells are not those of its JSON"};
    for (std::size_t index = 0; index < cells.size(); ++index)
    {
        if (cells[index].pane.str() != panes[index]) throw std::runtime_error{"its cells are in another order than in its JSON"};
        if (tree.sizeOf(cells[index].pane) != cells[index].size) throw std::runtime_error{"a pane has two sizes"};
    }
    if (std::set<std::string>(panes.begin(), panes.end()).size() != panes.size()) throw std::runtime_error{"a pane is there twice"};
    checkPlaces(cells, tree.size());
}

} // namespace

std::string layoutJson(const LayoutTree& tree)
{
    std::string text;
    JsonWriter json(text);
    tree.write(json);
    return text;
}

std::string whyInexact(const LayoutTree& tree)
{
    try
    {
        check(tree);
    }
    catch (const std::runtime_error& wrong)
    {
        return std::string{wrong.what()} + ": " + layoutJson(tree);
    }
    return {};
}

} // namespace venomx::tests
