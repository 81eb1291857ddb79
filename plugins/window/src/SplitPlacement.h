// A new pane's place in half of another pane's cell: one part of the transaction that plugin `pane` runs. It is planned on
// the layout as it is when the request comes, and made on the layout as it is when the process runs. Owned by the
// transaction; control loop only; the workspace outlives it.
#pragma once

#include <venomx/sdk/literal.h>
#include <venomx/sdk/services/panes.h>

#include "Workspace.h"

namespace venomx::window
{

class SplitPlacement final : public Placement
{
public:
    /// Throws not_found.pane and conflict.no_space. A malformed size or percent is `checkParams`' to tell: that error comes
    /// later in the order of a creation.
    SplitPlacement(Workspace& workspace, PaneId source, const Call& call);

    /// Throws invalid_params.size.
    void checkParams(const Call& call) override;
    /// Was looked for when this was made: a split's target comes before its parameters.
    void checkRoom() override {}
    [[nodiscard]] TerminalSize size() const override { return _size; }
    /// Throws not_found.pane and conflict.no_space.
    void commit(const NewPane& pane) override;
    [[nodiscard]] WindowId window() const override { return _window; }
    [[nodiscard]] SessionId session() const override { return _session; }
    void announceBefore() override {}
    void announceAfter() override;

private:
    void readOrder(const Call& call);
    [[nodiscard]] const Window& sourceWindow() const;

    Workspace* _workspace;
    PaneId _source;
    SplitOrder _order;
    Literal _malformed; ///< the parameter that is; empty: none
    bool _both{false};  ///< size and percent were given
    TerminalSize _size; ///< final from `commit` on
    WindowId _window;
    SessionId _session;
};

} // namespace venomx::window
