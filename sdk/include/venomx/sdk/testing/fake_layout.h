// A layout for tests: one window (w7 of s3) for all panes; their sizes are what the test says. Control loop only.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <venomx/sdk/services/layout.h>
#include <venomx/sdk/testing/fake_events.h>
#include <venomx/sdk/testing/fake_resources.h>

namespace venomx::testing
{

class FakeLayout : public Layout
{
public:
    FakeLayout(FakeEvents& events, FakeResources& resources);

    [[nodiscard]] std::unique_ptr<Placement> newPlacement(TerminalSize size);
    [[nodiscard]] std::unique_ptr<Placement> split(const Call& call, PaneId source) override;
    [[nodiscard]] std::optional<PanePlace> place(PaneId pane) const override;
    void resize(PaneId pane, std::optional<int> cols, std::optional<int> rows) override;
    void removed(PaneId pane) override;
    [[nodiscard]] const std::map<PaneId, TerminalSize>& places() const { return _places; }

    bool refuseParams{false};              ///< placements throw invalid_params.size
    bool refuseCommit{false};              ///< ... and conflict.no_space
    std::optional<TerminalSize> finalSize; ///< of commits
    Panes* panes{nullptr};                 ///< whom `resize` tells

private:
    class FakePlacement;
    FakeEvents& _events;
    FakeResources& _resources;
    std::map<PaneId, TerminalSize> _places;
};

} // namespace venomx::testing
