// SGR, `CSI … m`, read into a style and written from one. Pure functions; any thread.
#pragma once

#include <string>

#include "Parser.h"
#include "Style.h"

namespace venomx::pane
{

// Unknown attributes change nothing. The hyperlink and protection of `style` stay whatever comes.
void applySgr(const Sequence& sequence, Style& style);
// The parameters that give this style whatever was set before, beginning with 0.
std::string sgrOf(const Style& style);

} // namespace venomx::pane
