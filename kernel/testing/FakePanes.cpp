#include <venomx/sdk/testing/fake_panes.h>

#include <stdexcept>
#include <utility>

namespace venomx::testing
{

void FakePanes::create(Call call, std::unique_ptr<Placement> placement)
{
    call.guard(
        [&]
        {
            placement->checkParams(call);
            placement->checkRoom();
            Start start{.call = std::move(call), .placement = std::move(placement)};
            if (_held)
                _starts.push_back(std::move(start));
            else
                commit(start);
        });
}

void FakePanes::commit(Start& start)
{
    start.call.guard(
        [&]
        {
            const NewPane pane{.pane = *PaneId::from(_resources->allocate(ResourceKind::pane)),
                               .principal = PrincipalId::generated(++_lastPrincipal),
                               .creator = start.call.caller(),
                               .pid = 1000};
            start.placement->commit(pane);
            _panes[pane.pane] = Pane{.size = start.placement->size(), .closers = {}};
            start.placement->announceBefore();
            Result data;
            data.field("pane", pane.pane.str());
            _events->publish("pane.created", {.about = pane.pane}, std::move(data));
            start.placement->announceAfter();
            Result result;
            result.field("pane", pane.pane.str()).field("window", start.placement->window().str());
            result.field("session", start.placement->session().str()).field("principal", pane.principal.str());
            start.call.answer(std::move(result.field("pid", std::int64_t{pane.pid})));
        });
}

FakePanes::Start FakePanes::takeStart()
{
    if (_starts.empty()) throw std::logic_error("no start waits");
    Start oldest = std::move(_starts.front());
    _starts.erase(_starts.begin());
    return oldest;
}

void FakePanes::startOne()
{
    Start start = takeStart();
    commit(start);
}

void FakePanes::failOne()
{
    Start start = takeStart();
    start.call.refuse({"unavailable.spawn", "the program could not be started"});
}

void FakePanes::resize(PaneId pane, TerminalSize size)
{
    if (_panes.at(pane).size == size) throw std::logic_error(pane.str() + " was told the size that it has");
    _panes.at(pane).size = size;
    ++_resizes[pane];
}

void FakePanes::close(PaneId pane, std::optional<std::chrono::milliseconds> grace, std::function<void(PaneStatus)> done)
{
    _lastGrace = grace;
    _panes.at(pane).closers.push_back(std::move(done));
    if (!_held) endOne(pane);
}

void FakePanes::endOne(PaneId pane)
{
    auto gone = _panes.extract(pane);
    if (gone.empty()) throw std::logic_error(pane.str() + " is not there");
    Result data;
    data.field("pane", pane.str());
    _events->publish("pane.closed", {.about = pane}, std::move(data));
    _resources->removed(pane);
    if (auto* layout = _services == nullptr ? nullptr : _services->find<Layout>()) layout->removed(pane);
    for (const auto& done : gone.mapped().closers) done(PaneStatus{.code = 0});
}

std::vector<PaneId> FakePanes::closing() const
{
    std::vector<PaneId> all;
    for (const auto& [id, pane] : _panes)
        if (!pane.closers.empty()) all.push_back(id);
    return all;
}

} // namespace venomx::testing
