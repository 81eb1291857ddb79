// How a length in cells is shared out among neighbours in proportion, and how little each can live with.
// Pure functions; any thread.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace venomx::window
{

/// One of the neighbours: its present length, and the least that it can have (both at least 1).
struct Part
{
    int length{1};
    int least{1};
};

/// New lengths of `parts` (at least one) that add up to exactly `room`, in proportion to the present ones, none below its least; what
/// rounding leaves over goes to the largest remainders, earlier parts first. Empty when the leasts alone do not fit.
[[nodiscard]] std::optional<std::vector<int>> shareOut(std::span<const Part> parts, int room);

} // namespace venomx::window
