// A layout for tests: one window (w7 of s3) for all panes; their sizes are what the test says. Control loop only. A pane that it does
// not know throws std::out_of_range, but in `place` and `removed`. What it is given by reference or pointer outlives it, as it
// outlives its placements.
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

    /// Where a pane of that size would go, as a verb that makes windows has it.
    [[nodiscard]] std::unique_ptr<Placement> newPlacement(TerminalSize size);
    [[nodiscard]] std::unique_ptr<Placement> split(const Call& call, PaneId source) override;
    [[nodiscard]] std::optional<PanePlace> place(PaneId pane) const override;
    void resize(PaneId pane, std::optional<int> cols, std::optional<int> rows) override;
    void removed(PaneId pane) override;
    [[nodiscard]] const std::map<PaneId, TerminalSize>& places() const { return _places; }

    bool refuseParams{false};              ///< placements throw invalid_params.size
    bool refuseCommit{false};              ///< ... and conflict.no_space
    std::optional<TerminalSize> finalSize; ///< of commits
    Panes* panes{nullptr};                 ///< whom `resize` tells; set before the first

private:
    class FakePlacement;
    FakeEvents& _events;
    FakeResources& _resources;
    std::map<PaneId, TerminalSize> _places;
};

} // namespace venomx::testing
