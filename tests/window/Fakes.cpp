#include "tests/window/Fakes.h"

#include <algorithm>
#include <cppunit/TestAssert.h>
#include <utility>
#include <venomx/sdk/errors.h>

namespace venomx::tests
{

ResourceId FakeResources::allocate(ResourceKind kind)
{
    return {kind, _next[kind]++};
}

void FakeResources::created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own)
{
    CPPUNIT_ASSERT_MESSAGE(id.str() + " was not allocated", id.number < _next[id.kind]);
    CPPUNIT_ASSERT_MESSAGE(id.str() + "'s parent does not exist", !parent || exists(*parent));
    CPPUNIT_ASSERT_EQUAL_MESSAGE(id.str(), id.kind != ResourceKind::session, parent.has_value());
    const bool added = _entries.emplace(id, Entry{.parent = parent, .creator = creator, .own = own, .name = {}}).second;
    CPPUNIT_ASSERT_MESSAGE(id.str() + " was created twice", added);
}

void FakeResources::removed(ResourceId id)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(id.str(), std::size_t{1}, _entries.erase(id));
    const auto child = [&](const auto& entry) { return entry.second.parent == id; };
    CPPUNIT_ASSERT_MESSAGE(id.str() + " went before what is in it", std::ranges::none_of(_entries, child));
}

void FakeResources::named(ResourceId id, std::string_view name)
{
    _entries.at(id).name = name;
}

std::optional<ResourceId> FakeResources::resolve(std::string_view text) const
{
    if (const auto id = ResourceId::parse(text); id && exists(*id)) return id;
    for (const auto& [id, entry] : _entries)
        if (!entry.name.empty() && entry.name == text) return id;
    return std::nullopt;
}

std::uint64_t FakeEvents::publish(Literal kind, EventScope scope, Result data)
{
    CPPUNIT_ASSERT_MESSAGE(std::string{kind.view()}, scope.about && _resources->exists(*scope.about));
    _log.push_back(std::string{kind.view()} + ' ' + std::move(data).take());
    return ++_seq;
}

void FakePanes::create(Call call, std::unique_ptr<Placement> placement)
{
    call.guard(
        [&]
        {
            placement->checkParams(call);
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
            start.call.answer(std::move(result.field("session", start.placement->session().str())));
        });
}

void FakePanes::startOne()
{
    Start start = std::move(_starts.front());
    _starts.erase(_starts.begin());
    commit(start);
}

void FakePanes::failOne()
{
    _starts.front().call.refuse({"unavailable.spawn", "the program could not be started"});
    _starts.erase(_starts.begin());
}

void FakePanes::resize(PaneId pane, TerminalSize size)
{
    CPPUNIT_ASSERT_MESSAGE(pane.str() + " was told the size that it has", _panes.at(pane).size != size);
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
    CPPUNIT_ASSERT_MESSAGE(pane.str(), !gone.empty());
    Result data;
    data.field("pane", pane.str());
    _events->publish("pane.closed", {.about = pane}, std::move(data));
    _resources->removed(pane);
    _layout->removed(pane);
    for (const auto& done : gone.mapped().closers) done(PaneStatus{.code = 0});
}

std::vector<PaneId> FakePanes::closing() const
{
    std::vector<PaneId> all;
    for (const auto& [id, pane] : _panes)
        if (!pane.closers.empty()) all.push_back(id);
    return all;
}

} // namespace venomx::tests
