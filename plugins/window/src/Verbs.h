// The verbs of this plugin: each is made in the file that bears its name. Their handlers run on the control loop, once the
// workspace is open; it outlives them.
#pragma once

#include <venomx/sdk/verb.h>

namespace venomx::window
{

class Closings;
class Workspace;

[[nodiscard]] Verb createSession(Workspace& workspace);
[[nodiscard]] Verb listSessions(Workspace& workspace);
[[nodiscard]] Verb renameSession(Workspace& workspace);
[[nodiscard]] Verb closeSession(Workspace& workspace, Closings& closings);

[[nodiscard]] Verb createWindow(Workspace& workspace);
[[nodiscard]] Verb listWindows(Workspace& workspace);
[[nodiscard]] Verb renameWindow(Workspace& workspace);
[[nodiscard]] Verb resizeWindow(Workspace& workspace);
[[nodiscard]] Verb selectPane(Workspace& workspace);
[[nodiscard]] Verb closeWindow(Workspace& workspace, Closings& closings);

} // namespace venomx::window
