#include "PanePlugin.h"

#include "verbs.h"

namespace venomx::pane
{

std::vector<Verb> PanePlugin::verbs()
{
    return {splitVerb(_table),  listVerb(_table),   infoVerb(_table),  captureVerb(_table), sendVerb(_table),  waitVerb(_table),
            resizeVerb(_table), signalVerb(_table), closeVerb(_table), clearVerb(_table),   outputVerb(_table)};
}

std::span<const std::string_view> PanePlugin::events() const
{
    static constexpr std::string_view kPublished[] = {"pane.created",      "pane.title",  "pane.bell",  "pane.prompt",
                                                      "pane.notification", "pane.exited", "pane.closed"};
    return kPublished;
}

} // namespace venomx::pane
