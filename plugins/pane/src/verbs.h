// The family's verbs, a file each. The table outlives them; they run on the control loop between the plugin's start and stop.
#pragma once

#include <venomx/sdk/verb.h>

namespace venomx::pane
{

class PaneTable;

[[nodiscard]] Verb splitVerb(PaneTable& table);
[[nodiscard]] Verb listVerb(PaneTable& table);
[[nodiscard]] Verb infoVerb(PaneTable& table);
[[nodiscard]] Verb captureVerb(PaneTable& table);
[[nodiscard]] Verb sendVerb(PaneTable& table);
[[nodiscard]] Verb waitVerb(PaneTable& table);
[[nodiscard]] Verb resizeVerb(PaneTable& table);
[[nodiscard]] Verb signalVerb(PaneTable& table);
[[nodiscard]] Verb closeVerb(PaneTable& table);
[[nodiscard]] Verb clearVerb(PaneTable& table);
[[nodiscard]] Verb outputVerb(PaneTable& table);

} // namespace venomx::pane
