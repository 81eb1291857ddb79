// What must hold of a layout, judged from its JSON and its cells alone: sizes and separators add up to the window, nothing
// overlaps or sticks out, no pane is below 2 columns by 1 row. For tests; one thread.
#pragma once

#include "plugins/window/src/LayoutTree.h"

#include <string>

namespace venomx::tests
{

[[nodiscard]] std::string layoutJson(const window::LayoutTree& tree);
/// Empty when the tree is exact; else what is wrong with it.
[[nodiscard]] std::string whyInexact(const window::LayoutTree& tree);

} // namespace venomx::tests
