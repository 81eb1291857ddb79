// The layout as panes see it: defined by plugin `pane`'s needs, provided by plugin `window`. Looked up at each use, so that
// panes work (without splits) in a deployment that has no windows. Control loop only.
#pragma once

#include <memory>
#include <optional>
#include <venomx/sdk/call.h>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/services/panes.h>

namespace venomx
{
inline namespace v1
{

struct PanePlace
{
    WindowId window;
    SessionId session;
    TerminalSize size;
};

class Layout : public Service
{
public:
    static constexpr ServiceName kService{"layout", 1};
    ~Layout() override;

    /// Room beside `source`, from the call's axis, size, percent and before. Throws not_found.pane and
    /// conflict.no_space; a malformed size or percent is told by the placement's `checkParams`.
    [[nodiscard]] virtual std::unique_ptr<Placement> split(const Call& call, PaneId source) = 0;
    /// Nothing for a pane that stands nowhere.
    [[nodiscard]] virtual std::optional<PanePlace> place(PaneId pane) const = 0;
    /// New cells for one pane at its neighbours' cost; what is not given stays. Throws not_found.pane and conflict.no_space.
    virtual void resize(PaneId pane, std::optional<int> cols, std::optional<int> rows) = 0;
    /// The pane has been closed and pane.closed published: its neighbour takes the room, or its window goes.
    virtual void removed(PaneId pane) = 0;
};

} // namespace v1
} // namespace venomx
