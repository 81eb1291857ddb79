// Panes without processes, for tests of what stands above them: a test decides when they start and end. They throw
// std::logic_error (std::out_of_range for a pane that is not there) at whoever breaks the rules of panes.h. Control loop only.
// What it is given by reference outlives it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>
#include <venomx/sdk/services/layout.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/testing/fake_events.h>
#include <venomx/sdk/testing/fake_resources.h>

namespace venomx::testing
{

class FakePanes : public Panes
{
public:
    FakePanes(FakeResources& resources, FakeEvents& events) : _resources(&resources), _events(&events) {}
    /// Whom closed panes are taken from, looked up at each use.
    void use(const Services& services) { _services = &services; }

    void create(Call call, std::unique_ptr<Placement> placement) override;
    [[nodiscard]] bool exists(PaneId pane) const override { return _panes.contains(pane); }
    [[nodiscard]] bool exited(PaneId) const override { return false; }
    void resize(PaneId pane, TerminalSize size) override;
    void close(PaneId pane, std::optional<std::chrono::milliseconds> grace, std::function<void(PaneStatus)> done) override;

    /// From now on creations wait for `startOne`, closes for `endOne`. With false, new ones do not; those that wait go on waiting.
    void hold(bool held) { _held = held; }
    /// The oldest start that waits runs its program, and commits; std::logic_error when none waits.
    void startOne();
    /// ... or fails, and rolls back.
    void failOne();
    [[nodiscard]] std::size_t starting() const { return _starts.size(); }
    /// A pane that is being closed (or was not, and ends by itself) is gone.
    void endOne(PaneId pane);
    [[nodiscard]] std::vector<PaneId> closing() const;

    [[nodiscard]] TerminalSize sizeOf(PaneId pane) const { return _panes.at(pane).size; }
    /// How often each pane was resized.
    [[nodiscard]] const std::map<PaneId, std::size_t>& resizes() const { return _resizes; }
    [[nodiscard]] std::optional<std::chrono::milliseconds> lastGrace() const { return _lastGrace; }

private:
    struct Start
    {
        Call call;
        std::unique_ptr<Placement> placement;
    };
    struct Pane
    {
        TerminalSize size;
        std::vector<std::function<void(PaneStatus)>> closers;
    };
    [[nodiscard]] Start takeStart();
    void commit(Start& start);

    FakeResources* _resources;
    FakeEvents* _events;
    const Services* _services{nullptr};
    bool _held{false};
    std::vector<Start> _starts;
    std::map<PaneId, Pane> _panes;
    std::map<PaneId, std::size_t> _resizes;
    std::optional<std::chrono::milliseconds> _lastGrace;
    std::uint64_t _lastPrincipal{0};
};

} // namespace venomx::testing
