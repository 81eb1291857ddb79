#include "PanePlugin.h"

#include "verbs.h"

namespace venomx::pane
{

std::vector<Verb> PanePlugin::verbs()
{
    return {splitVerb(_table),  listVerb(_table),   infoVerb(_table),  captureVerb(_table), sendVerb(_table),  waitVerb(_table),
            resizeVerb(_table), signalVerb(_table), closeVerb(_table), clearVerb(_table),   outputVerb(_table)};
}

} // namespace venomx::pane
