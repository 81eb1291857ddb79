#include "WindowPlugin.h"

#include "Verbs.h"

namespace venomx::window
{

std::vector<Verb> WindowPlugin::verbs()
{
    return {createSession(_workspace), listSessions(_workspace),          renameSession(_workspace), closeSession(_workspace, _closings),
            createWindow(_workspace),  listWindows(_workspace),           renameWindow(_workspace),  resizeWindow(_workspace),
            selectPane(_workspace),    closeWindow(_workspace, _closings)};
}

std::span<const std::string_view> WindowPlugin::events() const
{
    static constexpr std::string_view kPublished[] = {"session.created", "session.renamed", "session.closed", "window.created",
                                                      "window.renamed",  "window.resized",  "window.closed",  "layout.changed"};
    return kPublished;
}

std::vector<Offer> WindowPlugin::offers()
{
    return {{.name = Layout::kService, .service = &_layout}, {.name = Workspace::kService, .service = &_workspace}};
}

void WindowPlugin::start(PluginContext& context)
{
    const Services& services = context.services;
    _workspace.open({.panes = services.require<Panes>(),
                     .resources = services.require<Resources>(),
                     .events = services.require<Events>(),
                     .daemon = services.require<DaemonInfo>(),
                     .clock = services.require<Clock>()});
}

void WindowPlugin::stop()
{
    _closings.answerAll();
}

} // namespace venomx::window
