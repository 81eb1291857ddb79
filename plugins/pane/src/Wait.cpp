#include "Wait.h"

#include <utility>
#include <venomx/sdk/errors.h>

namespace venomx::pane
{

Wait::Wait(std::shared_ptr<const Surroundings> around, PanePtr pane, Call call)
    : _around(std::move(around)), _pane(std::move(pane)), _call(std::move(call)), _started(_around->clock.steady())
{
}

Wait::~Wait() = default;

void Wait::begin(std::shared_ptr<OutputWatcher> watcher, LastLook lastLook, std::chrono::milliseconds limit)
{
    const auto self = shared_from_this();
    _watcher = std::move(watcher);
    _lastLook = std::move(lastLook);
    _call.onCancel(
        [weak = weak_from_this()]
        {
            if (const auto found = weak.lock()) found->cancelled();
        });
    if (_done) return;
    if (_pane->exited) return conclude("exit");
    _limit = _around->loop.after(limit, [self] { self->conclude("timeout"); });
    _exitListener = _pane->whenExited([self] { self->conclude("exit"); });
    if (_watcher) _pane->thread->watch(_pane->console, _watcher);
}

void Wait::happened(Outcome outcome)
{
    _around->loop.post([self = shared_from_this(), outcome = std::move(outcome)] { self->finish(outcome); });
}

/// What came before counts, also when the watcher has not come to it: a limit of 0 asks for what is there.
void Wait::conclude(Literal reason)
{
    ignoreTheRest();
    // A pane that has been closed may be the last of a daemon that ends, and workers take nothing more.
    if (!_lastLook || _pane->thread == nullptr)
        if (const auto outcome = lastOutcome(reason)) return finish(*outcome);
    lookOnAWorker(reason);
}

void Wait::lookOnAWorker(Literal reason)
{
    _around->workers.submit(
        [self = shared_from_this(), reason]
        {
            if (auto outcome = self->lastOutcome(reason)) return self->happened(std::move(*outcome));
            if (!self->_done) self->lookOnAWorker(reason);
        });
}

/// What was waited for, if the last output brought it; else `reason`. Nothing: that takes another look.
std::optional<Wait::Outcome> Wait::lastOutcome(Literal reason) const
{
    Look look = _lastLook ? _lastLook(*_pane->console) : Look{};
    if (look.found || look.more) return std::move(look.found);
    return Outcome{.reason = reason, .offset = _pane->console->bytesOut()};
}

void Wait::finish(const Outcome& outcome)
{
    if (_done) return;
    callOff();
    const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(_around->clock.steady() - _started);
    Result result;
    result.field("pane", _pane->id.str()).field("reason", outcome.reason.view());
    if (_pane->exited) result.rawField("status", toJson(*_pane->status));
    if (outcome.match) result.field("match", *outcome.match);
    result.field("offset", outcome.offset).field("waited_ms", std::int64_t{waited.count()});
    _call.answer(std::move(result));
    _call = Call{nullptr};
}

void Wait::cancelled()
{
    if (_done) return;
    callOff();
    _call.refuse(errors::cancelled());
    _call = Call{nullptr};
}

void Wait::callOff()
{
    _done = true;
    ignoreTheRest();
    if (_watcher && _pane->thread != nullptr) _pane->thread->unwatch(_pane->console, _watcher);
    _watcher.reset();
}

/// Of the end and the limit, the first to come concludes.
void Wait::ignoreTheRest()
{
    _around->loop.cancel(_limit);
    if (_exitListener) _pane->onExit.erase(*_exitListener);
    _exitListener.reset();
}

} // namespace venomx::pane
