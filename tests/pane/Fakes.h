// Stand-ins for what plugin `pane` is surrounded by: the kernel's events, index and principals, and a layout with switches.
// Made by a PaneRoom; called on its control loop; what they recorded may be read on any thread.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/layout.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/resources.h>

namespace venomx::tests
{

class FakeEvents : public Events
{
public:
    std::uint64_t publish(Literal kind, EventScope scope, Result data) override;

    /// `kind {data}`, oldest first.
    [[nodiscard]] std::vector<std::string> all() const;
    [[nodiscard]] std::vector<std::string> ofKind(std::string_view kind) const;
    /// Waits until `count` events that start with `prefix` have been published; false when they were not within 20 s.
    [[nodiscard]] bool await(std::string_view prefix, std::size_t count = 1) const;
    [[nodiscard]] std::size_t count(std::string_view prefix) const;
    void clear();

    /// Called on the control loop for each event, before it is recorded.
    std::function<void(std::string_view kind)> onPublish;

private:
    [[nodiscard]] std::size_t countLocked(std::string_view prefix) const;
    mutable std::mutex _mutex;
    mutable std::condition_variable _changed;
    std::vector<std::string> _events;
};

class FakeResources : public Resources
{
public:
    [[nodiscard]] ResourceId allocate(ResourceKind kind) override { return {kind, _next[kind]++}; }
    void created(ResourceId id, std::optional<ResourceId>, PrincipalId, std::optional<PrincipalId>) override { _known.insert(id); }
    void removed(ResourceId id) override { _known.erase(id); }
    void named(ResourceId, std::string_view) override {}
    [[nodiscard]] bool exists(ResourceId id) const override { return _known.contains(id); }
    [[nodiscard]] std::size_t size() const { return _known.size(); }

private:
    std::map<ResourceKind, std::uint64_t> _next;
    std::set<ResourceId> _known;
};

class FakePrincipals : public Principals
{
public:
    explicit FakePrincipals(FakeEvents& events) : _events(events) {}

    [[nodiscard]] std::unique_ptr<PreparedPrincipal> prepare(const Call& call) override;
    void revoke(PrincipalId principal) override;
    [[nodiscard]] bool covers(PrincipalId, PrincipalId) const override { return coversAll; }
    [[nodiscard]] const std::set<PrincipalId>& active() const { return _active; }

    bool coversAll{true};
    bool refuse{false};

private:
    class Prepared;
    FakeEvents& _events;
    std::uint64_t _next{1};
    std::set<PrincipalId> _active;
};

/// One window and session for all panes; their sizes are what the test says.
class FakeLayout : public Layout
{
public:
    FakeLayout(FakeEvents& events, FakeResources& resources) : _events(events), _resources(resources) {}

    [[nodiscard]] std::unique_ptr<Placement> newPlacement(TerminalSize size);
    [[nodiscard]] std::unique_ptr<Placement> split(const Call& call, PaneId source) override;
    [[nodiscard]] std::optional<PanePlace> place(PaneId pane) const override;
    void resize(PaneId pane, std::optional<int> cols, std::optional<int> rows) override;
    void removed(PaneId pane) override;
    [[nodiscard]] const std::map<PaneId, TerminalSize>& places() const { return _places; }

    bool refuseParams{false};
    bool refuseCommit{false};
    std::optional<TerminalSize> finalSize; ///< of commits
    Panes* panes{nullptr};

private:
    class FakePlacement;
    FakeEvents& _events;
    FakeResources& _resources;
    std::map<PaneId, TerminalSize> _places;
};

} // namespace venomx::tests
