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
    if (_pane->exited) return atEnd();
    _limit = _around->loop.after(limit, [self] { self->atLimit(); });
    _exitListener = _pane->whenExited([self] { self->atEnd(); });
    if (_watcher) _pane->thread->watch(_pane->console, _watcher);
}

void Wait::happened(Outcome outcome)
{
    _around->loop.post([self = shared_from_this(), outcome = std::move(outcome)] { self->finish(outcome); });
}

void Wait::atEnd()
{
    _exitListener.reset();
    if (!_lastLook || _pane->thread == nullptr) return finish(lastOutcome());
    _around->workers.submit([self = shared_from_this()] { self->happened(self->lastOutcome()); });
}

/// What came before the limit counts, also when the watcher has not come to it: a limit of 0 asks for what is there.
void Wait::atLimit()
{
    const auto timeout = [self = shared_from_this()] { return Outcome{.reason = "timeout", .offset = self->_pane->console->bytesOut()}; };
    if (!_lastLook) return finish(timeout());
    _around->workers.submit(
        [self = shared_from_this(), timeout]
        {
            auto found = self->_lastLook(*self->_pane->console);
            self->happened(found ? std::move(*found) : timeout());
        });
}

/// What was waited for, if the last output brought it; else the end.
Wait::Outcome Wait::lastOutcome() const
{
    auto found = _lastLook ? _lastLook(*_pane->console) : std::nullopt;
    return found ? std::move(*found) : Outcome{.reason = "exit", .offset = _pane->console->bytesOut()};
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
    _around->loop.cancel(_limit);
    if (_exitListener) _pane->onExit.erase(*_exitListener);
    if (_watcher && _pane->thread != nullptr) _pane->thread->unwatch(_pane->console, _watcher);
    _watcher.reset();
    _exitListener.reset();
}

} // namespace venomx::pane
