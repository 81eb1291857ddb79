// The service layout/1: what plugin `pane` asks of the windows. Owned by the plugin; control loop only.
#pragma once

#include <venomx/sdk/services/layout.h>

#include "Workspace.h"

namespace venomx::window
{

class PaneLayout final : public Layout
{
public:
    explicit PaneLayout(Workspace& workspace) : _workspace(&workspace) {}

    /// Throws not_found.pane (also for a pane whose window is being closed) and conflict.no_space; invalid_params.size comes
    /// from the placement's checkParams.
    [[nodiscard]] std::unique_ptr<Placement> split(const Call& call, PaneId source) override;
    [[nodiscard]] std::optional<PanePlace> place(PaneId pane) const override;
    /// Throws not_found.pane and conflict.no_space.
    void resize(PaneId pane, std::optional<int> cols, std::optional<int> rows) override;
    void removed(PaneId pane) override;

private:
    Workspace* _workspace;
};

} // namespace venomx::window
