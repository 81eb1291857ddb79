// One window: a name, a layout of at least one pane, and which pane is the active one. State alone; owned by the workspace,
// control loop only.
#pragma once

#include <string>
#include <venomx/sdk/ids.h>

#include "LayoutTree.h"

namespace venomx::window
{

struct Window
{
    WindowId id;
    SessionId session;
    std::string name;
    LayoutTree layout;
    PaneId active;       ///< in the layout
    bool closing{false}; ///< takes no new panes
};

} // namespace venomx::window
