// One cell of a layout: a pane, or a split whose cells stand side by side or one above the other with one-cell separators.
// A value: copying a node copies all below it. Owned by its tree; one thread at a time.
#pragma once

#include <cstdint>
#include <vector>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/services/spawner.h>

namespace venomx::window
{

/// The direction in which a split's cells follow each other.
enum class Axis : std::uint8_t
{
    cols, ///< side by side
    rows  ///< one above the other
};
[[nodiscard]] constexpr Axis across(Axis axis)
{
    return axis == Axis::cols ? Axis::rows : Axis::cols;
}

[[nodiscard]] inline int along(const TerminalSize& size, Axis axis)
{
    return axis == Axis::cols ? size.cols : size.rows;
}

/// No pane is smaller than this.
inline constexpr TerminalSize kSmallestPane{.cols = 2, .rows = 1};
inline constexpr int kSeparator = 1;

struct LayoutNode
{
    TerminalSize size;
    PaneId pane{};                   ///< when it has no cells
    Axis axis{Axis::cols};           ///< when it has cells
    std::vector<LayoutNode> cells{}; ///< none, or at least two; none of them a split along the same axis

    [[nodiscard]] bool isPane() const { return cells.empty(); }
    [[nodiscard]] bool holds(PaneId wanted) const;
    /// The smallest length along `axis` that its panes can live with.
    [[nodiscard]] int least(Axis axis) const;

    /// Takes the size, which is no less than the least along both axes, and shares it out below in proportion.
    void fit(TerminalSize wanted);
    /// Takes the length along `axis`, as `fit`; the other one stays.
    void stretch(Axis axis, int length);

    void write(JsonWriter& json) const;
};

[[nodiscard]] LayoutNode paneNode(PaneId pane, TerminalSize size);

} // namespace venomx::window
