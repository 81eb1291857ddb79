// What holds for every screen, for the tests of this folder and for fuzzing.
#pragma once

#include <string>

#include "plugins/pane/src/screen/Screen.h"

namespace venomx::pane
{

class Terminal;

// Everything about a screen that a reader can see, for comparing two of them.
std::string everything(const Screen& screen);

// What must hold after any input: cursor on the screen, widths within the columns, full rows where lines wrap. Empty, or what is wrong.
std::string brokenRule(const Screen& screen);

// The same for the cells of the grid that is shown: widths add up, each head has its tail, no number stands for nothing.
std::string brokenGrid(const Terminal& terminal);

} // namespace venomx::pane
