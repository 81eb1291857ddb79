#include "PaneTable.h"

#include <algorithm>
#include <utility>
#include <venomx/sdk/errors.h>

#include "Launch.h"
#include "Shutdown.h"

namespace venomx::pane
{

PaneTable::PaneTable() : _bytes("panes.bytes", "direction", {Literal{"out"}, Literal{"in"}}) {}

PaneTable::~PaneTable() = default;

void PaneTable::registerHealth(Health& health)
{
    health.counter(_bytes);
    const auto exitedNow = [this] {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(_panes, [](const auto& entry) { return entry.second->exited.has_value(); }));
    };
    health.gauge({.name = "panes",
                  .label = "state",
                  .values = {Literal{"running"}, Literal{"exited"}},
                  .read = [this, exitedNow](std::size_t index) { return index == 1 ? exitedNow() : _panes.size() - exitedNow(); }});
    health.check({.name = "panes.exited", .run = [this] { return exitedCheck(); }, .on = CheckOn::loop});
    health.check({.name = "panes.strays", .run = [this] { return straysCheck(); }, .on = CheckOn::loop});
}

void PaneTable::open(Services& services, Log& log, std::shared_ptr<const Processes> processes)
{
    _processes = std::move(processes);
    _around = std::make_shared<const Surroundings>(services, log);
    for (std::size_t i = 0; i < _settings.threads; ++i) _threads.push_back(std::make_unique<PtyThread>(_bytes, log));
    _ender = std::make_shared<TreeEnder>(_around->loop, _around->workers, _processes, [this] { return this->processes(); });
    _exits = std::make_unique<Exits>(*this);
    _closer = std::make_unique<Closer>(*this);
    _longCaptures = std::make_shared<LongCaptures>(_around);
    _around->daemon.onStop(
        [this, weak = std::weak_ptr{_ender}]
        {
            if (const auto ender = weak.lock()) ender->hurry(_settings.grace);
        });
}

void PaneTable::shut()
{
    if (!_around) return;
    for (const auto& launch : std::set{_launches}) launch->abandon();
    _longCaptures->shut();
    _ender.reset();
    std::vector<const UniqueFd*> held;
    for (const auto& [id, pane] : _panes)
        if (pane->pidfd) held.push_back(&pane->pidfd);
    endEverything(*_processes, _settings.grace, held);
    for (const auto& [id, pane] : _panes) pane->thread = nullptr;
    _threads.clear();
    for (const auto& [id, pane] : std::map{_panes})
    {
        if (_exits->reap(pane) && !pane->exited) hasExited(pane);
        if (pane->pidfd) _around->loop.unwatch(pane->pidfd.get());
        if (exists(id)) remove(pane);
    }
    _closer->finishAll();
    _exits.reset(); // what threads said last and nobody heard is dropped
}

void PaneTable::create(Call call, std::unique_ptr<Placement> placement)
{
    const auto launch = std::make_shared<Launch>(*this, std::move(call), std::move(placement));
    _launches.insert(launch);
    launch->begin();
}

bool PaneTable::exited(PaneId pane) const
{
    const auto found = _panes.find(pane);
    return found == _panes.end() || found->second->ended();
}

void PaneTable::resize(PaneId pane, TerminalSize size)
{
    const auto found = _panes.find(pane);
    if (found == _panes.end() || found->second->size == size) return;
    found->second->size = size;
    found->second->console->resize(size);
}

void PaneTable::close(PaneId pane, std::optional<std::chrono::milliseconds> grace, std::function<void(PaneStatus)> done)
{
    const auto found = _panes.find(pane);
    if (found == _panes.end()) return done({});
    close(found->second, {.grace = grace.value_or(_settings.grace)}, std::move(done));
}

void PaneTable::close(const PanePtr& pane, Closer::Wish wish, std::function<void(PaneStatus)> done)
{
    if (_around->daemon.stopping()) wish.grace = std::min(wish.grace, _settings.grace);
    _closer->close(pane, wish, std::move(done));
}

PanePtr PaneTable::get(PaneId pane) const
{
    const auto found = _panes.find(pane);
    if (found == _panes.end()) throw errors::noPane();
    return found->second;
}

TreeRoot PaneTable::rootOf(const Pane& pane) const
{
    return {.leader = pane.pid,
            .reaped = pane.ended(),
            .terminal = [console = pane.console] { return console->device(); },
            .marks = marks(pane.id)};
}

std::vector<std::string> PaneTable::marks(PaneId pane) const
{
    return {"VENOMX_PANE=" + pane.str(), "VENOMX_SOCKET=" + _around->daemon.socketPath()};
}

std::vector<pid_t> PaneTable::processes() const
{
    std::vector<pid_t> pids;
    pids.reserve(_panes.size());
    for (const auto& [id, pane] : _panes)
        if (!pane->ended()) pids.push_back(pane->pid);
    std::ranges::sort(pids);
    return pids;
}

PanePtr PaneTable::make(const NewPane& made, StartedProcess& process, TerminalSize size, std::string argv0) const
{
    auto pane = std::make_shared<Pane>();
    pane->id = made.pane;
    pane->principal = made.principal;
    pane->pid = made.pid;
    pane->argv0 = std::move(argv0);
    pane->created = _around->clock.system();
    pane->size = size;
    pane->console = std::make_shared<Console>(std::move(process.terminal), size,
                                              Console::Limits{.scrollback = _settings.scrollback, .input = _settings.inputLimit});
    pane->pidfd = std::move(process.pidfd);
    return pane;
}

void PaneTable::awaitEnd(const PanePtr& pane)
{
    _exits->await(pane);
}

StartedProcess PaneTable::unmake(const PanePtr& pane)
{
    _around->loop.unwatch(pane->pidfd.get());
    pane->console->close();
    return {.pid = pane->pid, .pidfd = std::move(pane->pidfd), .terminal = {}};
}

void PaneTable::add(const PanePtr& pane, const Placement& placement)
{
    pane->window = placement.window();
    pane->session = placement.session();
    pane->thread = _threads[_nextThread++ % _threads.size()].get();
    _panes.emplace(pane->id, pane);
    resize(pane->id, placement.size());
}

void PaneTable::read(const PanePtr& pane)
{
    _exits->listen(pane);
}

void PaneTable::hasExited(const PanePtr& pane)
{
    pane->exited = _around->clock.system();
    Result data;
    data.field("pane", pane->id.str()).rawField("status", toJson(*pane->status));
    _around->events.publish("pane.exited", {.about = pane->id}, std::move(data));
    _around->principals.ended(pane->principal);

    _exitedOrder.push_back(pane->id);
    const auto waiting = std::exchange(pane->onExit, {});
    for (const auto& [number, tell] : waiting) tell();
    while (_ender && _exitedOrder.size() > _settings.keepExited)
    {
        const PaneId oldest = _exitedOrder.front();
        _exitedOrder.erase(_exitedOrder.begin());
        close(oldest, std::nullopt, [](PaneStatus) {});
    }
}

/// The pane is gone for requests from here on; its console is the caller's to retire.
void PaneTable::remove(const PanePtr& pane)
{
    _panes.erase(pane->id);
    std::erase(_exitedOrder, pane->id);
    Result data;
    data.field("pane", pane->id.str()).field("window", pane->window.str()).field("session", pane->session.str());
    _around->events.publish("pane.closed", {.about = pane->id}, std::move(data));
    _around->principals.revoke(pane->principal);
    _around->resources.removed(pane->id);
    if (Layout* layout = _around->layout()) layout->removed(pane->id);
}

CheckResult PaneTable::exitedCheck() const
{
    const std::size_t kept = _exitedOrder.size();
    CheckResult result{.status = kept > 0 ? HealthStatus::info : HealthStatus::ok,
                       .summary = kept > 0 ? Literal{"exited panes wait to be closed"} : Literal{"no exited pane waits to be closed"}};
    result.detail = std::move(Result{}.field("kept", std::uint64_t{kept}).field("most", std::uint64_t{_settings.keepExited})).take();
    return result;
}

PaneTable::Strays PaneTable::countStrays() const
{
    const auto owned = [&](const TreeMember& member, const ProcessFacts& facts)
    {
        return std::ranges::any_of(_panes,
                                   [&](const auto& entry) { return ownsOrphan(*_processes, rootOf(*entry.second), member.pid, facts); });
    };
    // A start under way is a child with a session of its own too, which no pane owns yet.
    const auto starting = [&](const TreeMember& member, const ProcessFacts& facts)
    { return !_launches.empty() && facts.parent == _processes->self() && facts.session == member.pid; };
    const Tree found = findStrays(*_processes, processes());
    Strays strays{.count = 0, .complete = found.whole};
    for (const TreeMember& member : found.members)
    {
        try
        {
            const auto facts = _processes->facts(member.pid);
            if (facts && !starting(member, *facts) && !owned(member, *facts)) ++strays.count;
        }
        catch (const CannotLook&)
        {
            strays.complete = false;
        }
    }
    return strays;
}

CheckResult PaneTable::straysCheck() const
{
    if (!_ender) return {.status = HealthStatus::ok, .summary = "no panes"};
    const Strays strays = countStrays();
    const std::size_t unseen = _ender->unseen();
    const bool blind = unseen > 0 || !strays.complete;
    CheckResult result{.status = strays.count > 0 || blind ? HealthStatus::warn : HealthStatus::ok,
                       .summary = strays.count > 0 ? Literal{"processes run that belong to no pane any more"}
                                  : blind          ? Literal{"not all processes of panes can be seen"}
                                                   : Literal{"no process outlived its pane"}};
    result.detail = std::move(Result{}
                                  .field("strays", std::uint64_t{strays.count})
                                  .field("unseen_trees", std::uint64_t{unseen})
                                  .field("complete", strays.complete))
                        .take();
    if (strays.count > 0) result.hint = "they end when the daemon stops; until then end them by hand if they are not wanted";
    if (blind) result.hint = "the daemon has no descriptor or memory to look at all of them, and tries again; close connections or panes";
    return result;
}

} // namespace venomx::pane
