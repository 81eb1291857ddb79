// The control loop's side of a launch.
#include "Launch.h"

#include "RawCalls.h"
#include "Refusals.h"

#include <climits>
#include <csignal>
#include <utility>
#include <venomx/sdk/errors.h>

namespace venomx::spawn
{
namespace
{

using namespace std::chrono_literals;

/// How often a child that is to end is killed and looked for, and after how many kills it counts as stuck in the kernel: then
/// it never again runs a line of user code, and its launch's memory may be wiped under it.
constexpr auto kPursuit = 10ms;
constexpr int kKills = 5;

} // namespace

Launch::Launch(std::shared_ptr<SpawnContext> context, std::unique_ptr<SpawnRequest> request, LaunchIdentity identity, TerminalSize size,
               Done done)
    : _context(std::move(context)), _request(std::move(request)), _identity(std::move(identity)), _size(size), _done(std::move(done))
{
}

Launch::~Launch()
{
    if (!_outcome) return;
    if (const auto* process = std::get_if<StartedProcess>(&*_outcome)) rawCall(SYS_pidfd_send_signal, process->pidfd.get(), SIGKILL, 0, 0);
}

void Launch::begin()
{
    if (_context->daemon->stopping()) return giveUp(GiveUp::stopping);
    _limit = _context->loop->after(_context->timeout, [self = shared_from_this()] { self->giveUp(GiveUp::timeout); });
    const auto directory = _request->directory();
    if (!directory) return submit();
    _given = _pathMemory.copyZ(*directory);
    _resolved = _pathMemory.array<char>(PATH_MAX).data();
    _context->watchdog->admit(shared_from_this());
}

void Launch::submit()
{
    try
    {
        _context->workers->submit(
            [self = shared_from_this()]() mutable
            {
                self->work();
                Loop* loop = self->_context->loop;
                loop->post([launch = std::move(self)] { launch->finish(); });
            });
    }
    catch (const std::exception&)
    {
        // The system has no thread to give.
        end(spawnUnavailable(SpawnReason::resource));
        _context->loop->post([self = shared_from_this()] { self->finish(); });
        return;
    }
    // Meanwhile a worker wakes up and opens the terminal.
    _ignoredSignals = ignoredSignals();
    _knowsIgnored.store(true, std::memory_order_release);
}

std::optional<std::chrono::steady_clock::time_point> Launch::inDirectorySince() const
{
    const std::lock_guard guard{_mutex};
    if (!_enteredDirectory || (_child && _child->phase() != ChildPhase::directory)) return std::nullopt;
    return _enteredDirectory;
}

void Launch::refuseStalled()
{
    {
        const std::lock_guard guard{_mutex};
        if (_stage != Stage::waiting) return;
        _stage = Stage::abandoned;
        wipeSecrets();
    }
    refuseLater(directoryUnavailable(DirectoryReason::other));
}

void Launch::giveUp(GiveUp why)
{
    const std::lock_guard guard{_mutex};
    if (_giveUp != GiveUp::no || _stage == Stage::abandoned || !_done) return;
    // A start that made it just in time is as good as any.
    if (_stage == Stage::ended && why == GiveUp::timeout) return;
    _giveUp = why;
    switch (_stage)
    {
    case Stage::waiting:
        _stage = Stage::abandoned;
        wipeSecrets();
        return refuseLater(refusalOfGiveUp());
    case Stage::resolving:
        // The worker may hang in there and still read the path; what else there is of the request it will not look at again.
        _stage = Stage::abandoned;
        _standIn = _context->workers->standIn();
        _request.reset();
        _identity.token.clear();
        return refuseLater(refusalOfGiveUp());
    case Stage::starting:
        _child->kill();
        _pursuit = _context->loop->after(kPursuit, [self = shared_from_this()] { self->pursue(0); });
        return;
    case Stage::preparing:
    case Stage::ended:
    case Stage::abandoned:
        return; // The worker is about to see it, or the outcome is on its way here.
    }
}

void Launch::pursue(int kills)
{
    const std::lock_guard guard{_mutex};
    if (_stage != Stage::starting) return;
    if (_child->kill() && ++kills >= kKills)
    {
        const Refusal refusal = refusalOfGiveUp();
        _stage = Stage::abandoned;
        _standIn = _context->workers->standIn();
        wipeSecrets();
        return refuseLater(refusal);
    }
    _pursuit = _context->loop->after(kPursuit, [self = shared_from_this(), kills] { self->pursue(kills); });
}

void Launch::finish()
{
    _context->watchdog->left(*this);
    _standIn.reset();
    std::optional<LaunchOutcome> outcome;
    GiveUp why{};
    {
        const std::lock_guard guard{_mutex};
        outcome = std::exchange(_outcome, std::nullopt);
        why = _giveUp;
    }
    auto* process = outcome ? std::get_if<StartedProcess>(&*outcome) : nullptr;
    if (process == nullptr)
    {
        // A cancelled start says so even if it failed; one that ran out of time says why it failed, if it knows.
        if (why == GiveUp::timeout && outcome) return deliver(std::move(*outcome));
        return deliver(why == GiveUp::no ? std::move(*outcome) : LaunchOutcome{refusalOfGiveUp()});
    }
    if (over()) return discard(*process);
    if (why != GiveUp::no)
    {
        rawCall(SYS_pidfd_send_signal, process->pidfd.get(), SIGKILL, 0, 0);
        process->givenUp = refusalOfGiveUp();
    }
    deliver(std::move(*outcome));
}

void Launch::discard(const StartedProcess& process)
{
    if (_context->reaper) return _context->reaper->end(process);
    rawCall(SYS_pidfd_send_signal, process.pidfd.get(), SIGKILL, 0, 0);
}

void Launch::refuseLater(Refusal refusal)
{
    _context->loop->post([self = shared_from_this(), refusal = std::move(refusal)] { self->deliver(refusal); });
}

void Launch::deliver(LaunchOutcome outcome)
{
    if (over()) return;
    stopTimers();
    if (const auto* refusal = std::get_if<Refusal>(&outcome))
    {
        _context->counters.refused(*refusal);
        if (_prepared) _context->counters.rolledBack();
    }
    else if (const auto& process = std::get<StartedProcess>(outcome); process.givenUp)
        _context->counters.refused(*process.givenUp);
    else
        _context->counters.started();
    std::exchange(_done, nullptr)(std::move(outcome));
}

void Launch::stopTimers()
{
    for (EventLoop::TimerId* timer : {&_limit, &_pursuit})
        if (*timer != EventLoop::TimerId::none) _context->loop->cancel(std::exchange(*timer, EventLoop::TimerId::none));
}

Refusal Launch::refusalOfGiveUp() const
{
    if (_giveUp == GiveUp::cancelled) return errors::cancelled();
    if (_giveUp == GiveUp::stopping) return errors::shutdown();
    const bool inDirectory = _given != nullptr && (!_child || _child->phase() == ChildPhase::directory);
    return inDirectory ? directoryUnavailable(DirectoryReason::other) : spawnUnavailable(SpawnReason::other);
}

void Launch::wipeSecrets() noexcept
{
    _request.reset();
    _identity.token.clear();
    _memory.reset();
    _pathMemory.reset();
}

} // namespace venomx::spawn
