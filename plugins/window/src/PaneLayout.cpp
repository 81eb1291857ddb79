#include "PaneLayout.h"

#include <venomx/sdk/errors.h>

#include "SplitPlacement.h"

namespace venomx::window
{

std::unique_ptr<Placement> PaneLayout::split(const Call& call, PaneId source)
{
    return std::make_unique<SplitPlacement>(*_workspace, source, call);
}

std::optional<PanePlace> PaneLayout::place(PaneId pane) const
{
    const Window* window = _workspace->windowOf(pane);
    if (!window) return std::nullopt;
    return PanePlace{.window = window->id, .session = window->session, .size = window->layout.sizeOf(pane).value()};
}

void PaneLayout::resize(PaneId pane, std::optional<int> cols, std::optional<int> rows)
{
    if (!_workspace->windowOf(pane)) throw errors::noPane();
    _workspace->resizePane(pane, cols, rows);
}

void PaneLayout::removed(PaneId pane)
{
    _workspace->removePane(pane);
}

} // namespace venomx::window
