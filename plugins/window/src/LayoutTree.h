// The layout of one window: which pane has which cells. Sizes and separators add up to the window exactly, at all times, and
// no pane is smaller than kSmallestPane. A change that does not fit is refused and leaves the tree as it was.
// A value, free of everything else in the daemon; one thread at a time.
#pragma once

#include <optional>
#include <vector>

#include "LayoutNode.h"

namespace venomx::window
{

/// How a pane's cell is to be split.
struct SplitOrder
{
    Axis axis{Axis::cols};
    std::optional<int> cells{};   ///< the new pane's length
    std::optional<int> percent{}; ///< or its share of the cell that is split; neither: half, the odd cell for the old pane
    bool before{false};           ///< the new pane stands left of, or above, the old one
};

/// Where a pane stands in its window, counted from 0.
struct PaneCell
{
    PaneId pane;
    int col{0};
    int row{0};
    TerminalSize size;
};

class LayoutTree
{
public:
    /// Can a window of this size hold a pane at all?
    [[nodiscard]] static bool possible(TerminalSize size);
    /// `size` is possible.
    LayoutTree(PaneId first, TerminalSize size);

    [[nodiscard]] TerminalSize size() const { return _root.size; }
    [[nodiscard]] std::optional<TerminalSize> sizeOf(PaneId pane) const;
    /// In layout order: a split's cells one after another.
    [[nodiscard]] std::vector<PaneCell> cells() const;
    void write(JsonWriter& json) const { _root.write(json); }

    /// The size that a new pane would get; empty when there is no room. `source` is in the tree.
    [[nodiscard]] std::optional<TerminalSize> plan(PaneId source, const SplitOrder& order) const;
    /// Gives `added` part of the cell of `source`. False when there is no room.
    [[nodiscard]] bool split(PaneId source, PaneId added, const SplitOrder& order);
    /// Takes the pane out; the cell before it (the one after it, for a first cell) takes the room. The answer is the first
    /// pane of that cell; empty when this was the only pane, which stays.
    std::optional<PaneId> remove(PaneId pane);
    /// Shares a new size of the window out in proportion. False when a pane would get too small.
    [[nodiscard]] bool resize(TerminalSize size);
    /// Gives a pane a new length where it has neighbours along that axis, which share what is left in proportion. False when
    /// they have not got it, or there are none and the length would change.
    [[nodiscard]] bool resizePane(PaneId pane, std::optional<int> cols, std::optional<int> rows);

private:
    LayoutNode _root;
};

} // namespace venomx::window
