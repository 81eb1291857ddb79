// Stand-ins for what plugin `window` is surrounded by: the kernel's index and events, and the panes. They check what they are
// told as they go (CPPUNIT assertions), keep it in the order in which it came, and let a test decide when panes start and end.
// Made by a World; one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/layout.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/services/resources.h>

namespace venomx::tests
{

class FakeResources final : public Resources
{
public:
    struct Entry
    {
        std::optional<ResourceId> parent;
        PrincipalId creator;
        std::optional<PrincipalId> own;
        std::string name;
    };

    [[nodiscard]] ResourceId allocate(ResourceKind kind) override;
    void created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own) override;
    void removed(ResourceId id) override;
    void named(ResourceId id, std::string_view name) override;
    [[nodiscard]] bool exists(ResourceId id) const override { return _entries.contains(id); }

    [[nodiscard]] const std::map<ResourceId, Entry>& entries() const { return _entries; }
    [[nodiscard]] const Entry& at(ResourceId id) const { return _entries.at(id); }
    /// How many ids of a kind were used up.
    [[nodiscard]] std::size_t used(ResourceKind kind) const { return _next.contains(kind) ? _next.at(kind) : 0; }
    /// By id, or by a session's name.
    [[nodiscard]] std::optional<ResourceId> resolve(std::string_view text) const;

private:
    std::map<ResourceId, Entry> _entries;
    std::map<ResourceKind, std::uint64_t> _next;
};

class FakeEvents final : public Events
{
public:
    explicit FakeEvents(const FakeResources& resources) : _resources(&resources) {}
    std::uint64_t publish(Literal kind, EventScope scope, Result data) override;

    /// `kind {data}` of each since the last call, in order.
    [[nodiscard]] std::vector<std::string> take() { return std::exchange(_log, {}); }

private:
    const FakeResources* _resources;
    std::vector<std::string> _log;
    std::uint64_t _seq{0};
};

class FakePanes final : public Panes
{
public:
    FakePanes(FakeResources& resources, FakeEvents& events) : _resources(&resources), _events(&events) {}
    void use(Layout& layout) { _layout = &layout; }

    void create(Call call, std::unique_ptr<Placement> placement) override;
    [[nodiscard]] bool exists(PaneId pane) const override { return _panes.contains(pane); }
    [[nodiscard]] bool exited(PaneId) const override { return false; }
    void resize(PaneId pane, TerminalSize size) override;
    void close(PaneId pane, std::optional<std::chrono::milliseconds> grace, std::function<void(PaneStatus)> done) override;

    /// From now on creations wait for `startOne`, closes for `endOne`.
    void hold(bool held) { _held = held; }
    /// The oldest start that waits runs its program, and commits.
    void startOne();
    /// ... or fails, and rolls back.
    void failOne();
    [[nodiscard]] std::size_t starting() const { return _starts.size(); }
    /// A pane that is being closed (or was not, and ends by itself) is gone.
    void endOne(PaneId pane);
    [[nodiscard]] std::vector<PaneId> closing() const;

    [[nodiscard]] TerminalSize sizeOf(PaneId pane) const { return _panes.at(pane).size; }
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
    void commit(Start& start);

    FakeResources* _resources;
    FakeEvents* _events;
    Layout* _layout{nullptr};
    bool _held{false};
    std::vector<Start> _starts;
    std::map<PaneId, Pane> _panes;
    std::map<PaneId, std::size_t> _resizes;
    std::optional<std::chrono::milliseconds> _lastGrace;
    std::uint64_t _lastPrincipal{0};
};

} // namespace venomx::tests
