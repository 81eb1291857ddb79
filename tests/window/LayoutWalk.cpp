#include "tests/window/LayoutWalk.h"

#include "tests/window/Geometry.h"

#include <algorithm>
#include <stdexcept>

namespace venomx::tests
{
namespace
{

using window::Axis;
using window::SplitOrder;

void require(bool holds, const std::string& what)
{
    if (!holds) throw std::runtime_error{what};
}

TerminalSize someSize(const LayoutWalk::Choose& choose)
{
    const int cols = choose(2, 120);
    return {.cols = cols, .rows = choose(1, 60)};
}

} // namespace

LayoutWalk::LayoutWalk(Choose choose) : _choose(std::move(choose)), _tree(PaneId{0}, someSize(_choose)) {}

void LayoutWalk::step()
{
    const std::string before = layoutJson(_tree);
    const std::size_t panes = _tree.cells().size();
    const bool done = operate();
    const std::string wrong = whyInexact(_tree);
    require(wrong.empty(), wrong);
    if (!done) require(layoutJson(_tree) == before, "a refusal changed " + before);
    require(_tree.cells().size() == panes + _added - _removed, "panes came or went");
}

PaneId LayoutWalk::somePane()
{
    const auto cells = _tree.cells();
    return cells[static_cast<std::size_t>(within(0, static_cast<int>(cells.size()) - 1))].pane;
}

bool LayoutWalk::operate()
{
    _added = _removed = 0;
    const int dice = within(1, 100);
    const bool done = dice <= 45 ? split() : dice <= 65 ? remove() : dice <= 80 ? resize() : resizePane();
    if (!done) ++_refusals;
    _most = std::max(_most, _tree.cells().size());
    return done;
}

bool LayoutWalk::split()
{
    SplitOrder order{.axis = chance(50) ? Axis::cols : Axis::rows};
    order.before = chance(50);
    if (chance(30))
        order.cells = within(1, 40);
    else if (chance(30))
        order.percent = within(1, 100);
    const PaneId source = somePane();
    const PaneId added{++_lastPane};
    const auto planned = _tree.plan(source, order);
    const bool done = _tree.split(source, added, order);
    require(done == planned.has_value(), "a plan and its split disagree");
    if (!done) return false;
    _added = 1;
    require(_tree.sizeOf(added) == planned, "a plan and its split differ in size");
    if (order.cells) require(along(*planned, order.axis) == *order.cells, "a split by size has another size");
    return true;
}

bool LayoutWalk::remove()
{
    const PaneId pane = somePane();
    const TerminalSize window = _tree.size();
    const auto heir = _tree.remove(pane);
    require(_tree.size() == window, "a removal changed the window's size");
    if (!heir) return false;
    require(_tree.sizeOf(*heir).has_value() && !_tree.sizeOf(pane), "the wrong pane went");
    _removed = 1;
    return true;
}

bool LayoutWalk::resize()
{
    const int cols = within(1, 160);
    const TerminalSize size{.cols = cols, .rows = within(1, 80)};
    if (!_tree.resize(size)) return false;
    require(_tree.size() == size, "a resized window has another size");
    return true;
}

bool LayoutWalk::resizePane()
{
    const PaneId pane = somePane();
    const TerminalSize window = _tree.size();
    const auto cols = chance(70) ? std::optional{within(1, 100)} : std::nullopt;
    const auto rows = chance(50) ? std::optional{within(1, 50)} : std::nullopt;
    const TerminalSize old = _tree.sizeOf(pane).value();
    const bool done = _tree.resizePane(pane, cols, rows);
    require(_tree.size() == window, "a resized pane changed the window's size");
    const TerminalSize expected = done ? TerminalSize{.cols = cols.value_or(old.cols), .rows = rows.value_or(old.rows)} : old;
    require(_tree.sizeOf(pane) == expected, "a resized pane has another size");
    return done;
}

} // namespace venomx::tests
