#include "kernel/verbs/RunningCall.h"

#include <new>
#include <venomx/sdk/errors.h>

#include "kernel/verbs/Declared.h"
#include "kernel/verbs/GateErrors.h"
#include "kernel/verbs/ResultCheck.h"

namespace venomx::kernel
{

RunningCall::RunningCall(std::shared_ptr<GateState> gate, std::shared_ptr<Requester> from, const RegisteredVerb& verb, std::uint64_t id,
                         std::chrono::steady_clock::time_point started)
    : _gate(std::move(gate)), _from(std::move(from)), _verb(verb), _id(id), _caller(_from->principal()), _pid(_from->peerPid()),
      _started(started)
{
}

bool RunningCall::waits() const
{
    return _verb.spec->waits || _verb.spec->stream;
}

void RunningCall::addTarget(std::string_view param, std::string_view text, std::optional<ResourceId> id)
{
    _targets.at(_targetCount++) = {param, id};
    if (id)
        _names.add(*id);
    else
        _names.add(text);
}

bool RunningCall::may(Right right, std::optional<ResourceId> on) const
{
    return _gate->open && _gate->authority->may(_caller, right, on);
}

std::optional<ResourceId> RunningCall::target(std::string_view param) const
{
    for (std::size_t i = 0; i < _targetCount; ++i)
        if (_targets[i].param == param) return _targets[i].id;
    return {};
}

void RunningCall::run(Call call)
{
    _starting = true;
    try
    {
        _verb.run(call);
    }
    catch (const Refusal& refusal)
    {
        refuse(refusal);
    }
    catch (...)
    {
        escaped();
        if (!_answered) refuse(errors::plugin());
    }
    {
        const Call ended = std::move(call);
    }
    _starting = false;
    if (_dropped) dropped();
}

void RunningCall::onLoop(std::function<void()> task)
{
    if (!_gate->open) return;
    if (_gate->hooks.onLoop())
        task();
    else
        _gate->hooks.post(std::move(task));
}

// The client's cancel and its going away.

void RunningCall::cancel()
{
    interrupt("cancelled");
}

void RunningCall::abandon(Literal reason)
{
    interrupt(reason);
}

void RunningCall::interrupt(Literal reason)
{
    if (_interrupted) return;
    _interrupted = reason;
    if (_streaming) endForClient(reason);
    if (_delivered) return;
    std::function<void()> cancel;
    {
        const std::lock_guard lock(_mutex);
        _cancelled = true;
        cancel = std::exchange(_onCancel, nullptr);
    }
    if (cancel) cancel();
}

void RunningCall::endForClient(Literal reason)
{
    const auto ended = std::exchange(_onEnd, nullptr);
    close(reason);
    if (ended) ended();
}

void RunningCall::forgetCancel()
{
    const std::lock_guard lock(_mutex);
    _onCancel = nullptr;
}

void RunningCall::onCancel(std::function<void()> cancel)
{
    if (_answered) return;
    {
        const std::lock_guard lock(_mutex);
        if (!_cancelled)
        {
            _onCancel = std::move(cancel);
            return;
        }
    }
    onLoop(std::move(cancel));
}

void RunningCall::whenRoom(std::function<void()> begin)
{
    if (!_answered && _gate->open) _from->whenRoom(_id, std::move(begin));
}

// The answer.

bool RunningCall::claim(const char* what)
{
    if (!_answered.exchange(true)) return true;
    _verb.fault();
    complain(what);
    return false;
}

void RunningCall::answer(Result result)
{
    if (!claim("answered twice")) return;
    if (!_gate->open) return;
    std::string json = std::move(result).take();
    if (_gate->hooks.onLoop())
        deliver(json, false);
    else
        _gate->hooks.post([self = shared_from_this(), json = std::move(json)] { self->deliver(json, false); });
}

void RunningCall::refuse(const Refusal& refusal)
{
    if (!claim("answered twice") || !_gate->open) return;
    if (_gate->hooks.onLoop())
        deliver(refusal);
    else
        _gate->hooks.post([self = shared_from_this(), refusal] { self->deliver(refusal); });
}

bool RunningCall::openStream(Result result)
{
    if (_cancelled)
    {
        refuse(errors::cancelled());
        return false;
    }
    if (!claim("answered twice") || !_gate->open) return false;
    std::string json = std::move(result).take();
    if (_gate->hooks.onLoop())
    {
        deliver(json, true);
        return _streaming;
    }
    _gate->hooks.post([self = shared_from_this(), json = std::move(json)] { self->deliver(json, true); });
    return true;
}

void RunningCall::escaped()
{
    _verb.fault();
    complain("let an exception escape");
}

void RunningCall::dropped()
{
    if (_answered || !_gate->open) return;
    // While the verb's function is on the stack its exception, if one is on its way, decides the answer.
    if (_gate->hooks.onLoop() && _starting)
    {
        _dropped = true;
        return;
    }
    if (!_cancelled)
    {
        _verb.fault();
        complain("ended without an answer");
    }
    refuse(_cancelled ? errors::cancelled() : errors::dropped());
}

void RunningCall::deliver(std::string_view json, bool streams)
{
    if (auto wrong = checked(json))
    {
        deliver(*wrong);
        return;
    }
    _delivered = true;
    _streaming = streams;
    forgetCancel();
    const auto from = _from;
    if (!streams) _from.reset();
    from->answered(_id, json, streams);
    count("ok");
    // The cancel came while the answer was on its way from another thread.
    if (streams && _interrupted) endForClient(*_interrupted);
}

void RunningCall::deliver(const Refusal& refusal)
{
    _delivered = true;
    _ended = true;
    forgetCancel();
    const auto ended = std::exchange(_onEnd, nullptr);
    const auto from = std::exchange(_from, nullptr);
    if (declares(spec(), refusal.code()))
    {
        from->refused(_id, refusal);
        count(refusal.code());
    }
    else
    {
        _verb.fault();
        complain("failed with an error that it does not declare: " + std::string{refusal.code()});
        const Refusal instead = gate_errors::undeclaredError();
        from->refused(_id, instead);
        count(instead.code());
    }
    if (ended) ended();
}

std::optional<Refusal> RunningCall::checked(std::string_view json) const
{
    if (!_gate->hooks.checkResults) return {};
    const std::string why = whyMisfit(spec(), json);
    if (why.empty()) return {};
    _verb.fault();
    complain("gave a result that does not fit its spec: " + why);
    return gate_errors::badResult();
}

void RunningCall::count(std::string_view code)
{
    if (!_gate->hooks.outcome) return;
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - _started);
    try
    {
        _gate->hooks.outcome({spec().name, code, _verb.spec, _caller, _pid, took, _names});
    }
    catch (const std::bad_alloc&)
    {
        _gate->log->error("an answer was given and not counted: there is no memory");
    }
}

void RunningCall::complain(std::string_view what) const
{
    if (!_gate->open) return;
    try
    {
        _gate->log->error("plugin " + std::string{_verb.plugin} + ": verb " + std::string{spec().name} + ' ' + std::string{what});
    }
    catch (const std::bad_alloc&)
    {
        _gate->log->error("a verb failed, and there is no memory to say which");
    }
}

} // namespace venomx::kernel
