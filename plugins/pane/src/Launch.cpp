#include "Launch.h"

#include <csignal>
#include <exception>
#include <new>
#include <sys/epoll.h>
#include <system_error>
#include <utility>
#include <venomx/sdk/errors.h>

#include "PaneTable.h"

namespace venomx::pane
{

namespace
{

/// A started process whose pane never came to be, on its way out.
struct Unwanted
{
    StartedProcess process;
    bool reaped{false};
    bool treeEnded{false};
    bool stuck{false}; ///< in the system, which does not let go of it even when it is killed
};

} // namespace

Launch::Launch(PaneTable& table, Call call, std::unique_ptr<Placement> placement)
    : _table(table), _call(std::move(call)), _placement(std::move(placement))
{
}

Launch::~Launch() = default;

void Launch::begin()
{
    try
    {
        prepare();
    }
    catch (...)
    {
        fail(std::current_exception());
    }
}

void Launch::prepare()
{
    const Surroundings& around = _table.around();
    if (around.daemon.stopping()) throw errors::shutdown();
    _principal = around.principals.prepare(_call);
    _placement->checkParams(_call);
    std::unique_ptr<LaunchRequest> request = around.spawner.read(_call);
    _placement->checkRoom();

    _pane = PaneId{around.resources.allocate(ResourceKind::pane).number};
    _size = _placement->size();
    _argv0 = request->argv0();
    LaunchIdentity identity{.principal = _principal->id(), .token = Secret{_principal->token().expose()}, .pane = _pane};
    _principal->wipeToken();
    _ticket = around.spawner.start(std::move(request), std::move(identity), _size,
                                   [self = shared_from_this()](LaunchOutcome outcome) { self->learned(std::move(outcome)); });
    _call.onCancel(
        [weak = weak_from_this()]
        {
            const auto self = weak.lock();
            if (self && self->_ticket) self->_ticket->cancel();
        });
}

void Launch::learned(LaunchOutcome outcome)
{
    try
    {
        settle(std::move(outcome));
    }
    catch (const std::bad_alloc&)
    {
        fail(std::current_exception()); // nobody waits for ever, whatever there was no memory for
    }
}

void Launch::settle(LaunchOutcome outcome)
{
    _ticket.reset();
    if (const auto* refusal = std::get_if<Refusal>(&outcome))
    {
        if (!_abandoned) fail(std::make_exception_ptr(*refusal));
        return;
    }
    auto& process = std::get<StartedProcess>(outcome);
    if (_abandoned) return _table.system()->signal(process.pidfd, SIGKILL);
    if (process.givenUp)
    {
        const auto refusal = std::make_exception_ptr(*process.givenUp);
        return discard(std::move(process), refusal);
    }
    commit(std::move(process));
}

/// Whatever may fail comes before the first thing that others can see.
void Launch::commit(StartedProcess process)
{
    const NewPane made{.pane = _pane, .principal = _principal->id(), .creator = _call.caller(), .pid = process.pid};
    PanePtr pane;
    try
    {
        pane = _table.make(made, process, _size, _argv0);
        _table.awaitEnd(pane);
        _placement->commit(made);
    }
    catch (...)
    {
        return discard(pane ? _table.unmake(pane) : std::move(process), std::current_exception());
    }
    show(pane, made);
}

/// From a running process to a pane that requests see, and its events in their order.
void Launch::show(const PanePtr& pane, const NewPane& made)
{
    _table.add(pane, *_placement);
    _principal->activate(_pane, made.pid);
    _placement->announceBefore();
    Result created;
    created.field("pane", pane->id.str()).field("window", pane->window.str()).field("session", pane->session.str());
    created.field("principal", pane->principal.str()).field("pid", static_cast<std::int64_t>(pane->pid)).field("argv0", pane->argv0);
    _table.around().events.publish("pane.created", {.about = pane->id}, std::move(created));
    _placement->announceAfter();
    answer(made);
    _table.read(pane);
}

/// The fields in the order in which the verb declares them.
void Launch::answer(const NewPane& pane)
{
    Result result;
    for (const Param& field : _call.spec().result)
    {
        if (field.name == "pane") result.field("pane", pane.pane.str());
        if (field.name == "window") result.field("window", _placement->window().str());
        if (field.name == "session") result.field("session", _placement->session().str());
        if (field.name == "principal") result.field("principal", pane.principal.str());
        if (field.name == "pid") result.field("pid", static_cast<std::int64_t>(pane.pid));
    }
    _call.answer(std::move(result));
    _call = Call{nullptr};
    _table.finished(shared_from_this());
}

/// Ends a process whose pane will not be, with all that it has started, and only then tells of the failure.
void Launch::discard(StartedProcess process, std::exception_ptr failure)
{
    Loop& loop = _table.around().loop;
    Spawner& spawner = _table.around().spawner;
    spawner.rolledBack();
    auto unwanted = std::make_shared<Unwanted>();
    unwanted->process = std::move(process);
    const auto done = [self = shared_from_this(), failure, unwanted]
    {
        if (unwanted->treeEnded && (unwanted->reaped || unwanted->stuck)) self->fail(failure);
    };
    try
    {
        loop.watch(unwanted->process.pidfd.get(), EPOLLIN,
                   [unwanted, done, &loop, &spawner](std::uint32_t)
                   {
                       if (!reapChild(unwanted->process.pidfd.get())) return;
                       spawner.reaped(unwanted->process.pid);
                       loop.unwatch(unwanted->process.pidfd.get());
                       unwanted->reaped = true;
                       done();
                   });
    }
    catch (const std::exception&)
    {
        // Its end cannot be waited for: it becomes one of the orphans, whose statuses the spawner takes.
        spawner.reaped(unwanted->process.pid);
        unwanted->reaped = true;
    }
    const auto root = [unwanted, marks = _table.marks(_pane)]
    { return TreeRoot{.leader = unwanted->process.pid, .reaped = unwanted->reaped, .terminal = {}, .marks = marks}; };
    _table.ender().end(
        {.root = root,
         .grace = {},
         .signalLeader = [unwanted, system = _table.system()](int signal) { system->signal(unwanted->process.pidfd, signal); },
         .done =
             [unwanted, done](std::size_t left)
         {
             unwanted->treeEnded = true;
             unwanted->stuck = left > 0;
             done();
         }});
}

/// Leaves nothing behind, then answers.
void Launch::fail(const std::exception_ptr& failure)
{
    if (!_call) return;
    _placement.reset();
    _principal.reset();
    _call.guard([&] { std::rethrow_exception(failure); });
    _call = Call{nullptr};
    _table.finished(shared_from_this());
}

void Launch::abandon()
{
    _abandoned = true;
    if (_ticket) _ticket->cancel();
    fail(std::make_exception_ptr(errors::shutdown()));
}

} // namespace venomx::pane
