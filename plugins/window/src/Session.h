// One session: a name and the windows in it. State alone; owned by the workspace, control loop only.
#pragma once

#include <chrono>
#include <string>
#include <vector>
#include <venomx/sdk/ids.h>

namespace venomx::window
{

struct Session
{
    SessionId id;
    std::string name;
    std::chrono::system_clock::time_point created;
    std::vector<WindowId> windows{}; ///< in the order in which they were made
    bool closing{false};             ///< takes no new windows or panes
};

} // namespace venomx::window
