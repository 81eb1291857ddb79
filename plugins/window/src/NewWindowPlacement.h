// A new pane's place in a window of its own: one part of the transaction that plugin `pane` runs. Nothing is in the workspace
// before `commit`. Owned by the transaction; control loop only; the workspace outlives it.
#pragma once

#include <optional>
#include <string>
#include <venomx/sdk/services/panes.h>

#include "Workspace.h"

namespace venomx::window
{

class NewWindowPlacement final : public Placement
{
public:
    NewWindowPlacement(Workspace& workspace, SessionId session) : _workspace(&workspace), _session(session) {}

    /// Throws invalid_params.size and invalid_params.name.
    void checkParams(const Call& call) override;
    /// A window of the size asked for may be too small for a pane.
    void checkRoom() override;
    [[nodiscard]] TerminalSize size() const override { return _size; }
    /// Throws not_found.session.
    void commit(const NewPane& pane) override;
    [[nodiscard]] WindowId window() const override { return _window; }
    [[nodiscard]] SessionId session() const override { return _session; }
    void announceBefore() override;
    void announceAfter() override;

private:
    Workspace* _workspace;
    SessionId _session;
    std::optional<std::string> _name;
    TerminalSize _size;
    WindowId _window; ///< from `commit` on
};

} // namespace venomx::window
