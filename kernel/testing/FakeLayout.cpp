#include <venomx/sdk/testing/fake_layout.h>

#include <venomx/sdk/errors.h>

namespace venomx::testing
{

namespace
{

constexpr WindowId kWindow{7};
constexpr SessionId kSession{3};

} // namespace

FakeLayout::FakeLayout(FakeEvents& events, FakeResources& resources) : _events(events), _resources(resources)
{
    resources.plant(kSession);
    resources.plant(kWindow);
}

class FakeLayout::FakePlacement : public Placement
{
public:
    FakePlacement(FakeLayout& layout, TerminalSize size) : _layout(layout), _size(size) {}
    void checkParams(const Call&) override
    {
        if (_layout.refuseParams) throw errors::size("cols");
    }
    void checkRoom() override {}
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

} // namespace venomx::testing
