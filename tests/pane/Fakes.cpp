#include "Fakes.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace venomx::tests
{

namespace
{

constexpr WindowId kWindow{7};
constexpr SessionId kSession{3};

} // namespace

std::uint64_t FakeEvents::publish(Literal kind, EventScope, Result data)
{
    if (onPublish) onPublish(kind.view());
    const std::lock_guard guard{_mutex};
    _events.push_back(std::string{kind.view()} + ' ' + std::move(data).take());
    _changed.notify_all();
    return _events.size();
}

std::vector<std::string> FakeEvents::all() const
{
    const std::lock_guard guard{_mutex};
    return _events;
}

std::vector<std::string> FakeEvents::ofKind(std::string_view kind) const
{
    std::vector<std::string> found = all();
    std::erase_if(found, [&](const std::string& event) { return !event.starts_with(std::string{kind} + ' '); });
    return found;
}

bool FakeEvents::await(std::string_view prefix, std::size_t count) const
{
    std::unique_lock guard{_mutex};
    return _changed.wait_for(guard, std::chrono::seconds{20}, [&] { return countLocked(prefix) >= count; });
}

std::size_t FakeEvents::count(std::string_view prefix) const
{
    const std::lock_guard guard{_mutex};
    return countLocked(prefix);
}

std::size_t FakeEvents::countLocked(std::string_view prefix) const
{
    return static_cast<std::size_t>(std::ranges::count_if(_events, [&](const std::string& event) { return event.starts_with(prefix); }));
}

void FakeEvents::clear()
{
    const std::lock_guard guard{_mutex};
    _events.clear();
}

class FakePrincipals::Prepared : public PreparedPrincipal
{
public:
    Prepared(FakePrincipals& owner, PrincipalId id) : _owner(owner), _id(id) {}
    [[nodiscard]] PrincipalId id() const override { return _id; }
    [[nodiscard]] const Secret& token() const override { return _token; }
    void wipeToken() noexcept override { _token.clear(); }
    void activate(PaneId pane, pid_t) override
    {
        _owner._active.insert(_id);
        Result data;
        data.field("principal", _id.str()).field("pane", pane.str());
        _owner._events.publish("principal.created", {.about = pane}, std::move(data));
    }

private:
    FakePrincipals& _owner;
    PrincipalId _id;
    Secret _token{"vnt1.venomx.g1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
};

std::unique_ptr<PreparedPrincipal> FakePrincipals::prepare(const Call&)
{
    if (refuse) throw Refusal{"denied.delegation", "permission denied"};
    return std::make_unique<Prepared>(*this, PrincipalId::generated(_next++));
}

void FakePrincipals::revoke(PrincipalId principal)
{
    if (_active.erase(principal) == 0) return;
    Result data;
    data.field("principal", principal.str());
    _events.publish("principal.revoked", {}, std::move(data));
}

class FakeLayout::FakePlacement : public Placement
{
public:
    FakePlacement(FakeLayout& layout, TerminalSize size) : _layout(layout), _size(size) {}
    void checkParams(const Call&) override
    {
        if (_layout.refuseParams) throw errors::size("cols");
    }
    [[nodiscard]] TerminalSize size() const override { return _size; }
    void commit(const NewPane& pane) override
    {
        if (_layout.refuseCommit) throw errors::noSpace();
        _size = _layout.finalSize.value_or(_size);
        _layout._places[pane.pane] = _size;
        _layout._resources.created(pane.pane, kWindow, pane.creator, pane.principal);
    }
    [[nodiscard]] WindowId window() const override { return kWindow; }
    [[nodiscard]] SessionId session() const override { return kSession; }
    void announceBefore() override { _layout._events.publish("window.created", {}, {}); }
    void announceAfter() override { _layout._events.publish("layout.changed", {}, {}); }

private:
    FakeLayout& _layout;
    TerminalSize _size;
};

std::unique_ptr<Placement> FakeLayout::newPlacement(TerminalSize size)
{
    return std::make_unique<FakePlacement>(*this, size);
}

std::unique_ptr<Placement> FakeLayout::split(const Call&, PaneId source)
{
    const TerminalSize size = _places.at(source);
    if (size.cols < 5) throw errors::noSpace();
    return newPlacement({.cols = size.cols / 2, .rows = size.rows});
}

std::optional<PanePlace> FakeLayout::place(PaneId pane) const
{
    const auto found = _places.find(pane);
    if (found == _places.end()) return std::nullopt;
    return PanePlace{.window = kWindow, .session = kSession, .size = found->second};
}

void FakeLayout::resize(PaneId pane, std::optional<int> cols, std::optional<int> rows)
{
    TerminalSize& size = _places.at(pane);
    size = {.cols = cols.value_or(size.cols), .rows = rows.value_or(size.rows)};
    panes->resize(pane, size);
}

void FakeLayout::removed(PaneId pane)
{
    _places.erase(pane);
    _events.publish("layout.changed", {}, {});
}

} // namespace venomx::tests
