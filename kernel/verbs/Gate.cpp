#include "kernel/verbs/Gate.h"

#include <venomx/sdk/errors.h>

#include "kernel/verbs/CallHandle.h"
#include "kernel/verbs/GateErrors.h"

namespace venomx::kernel
{
namespace
{

using SteadyTime = std::chrono::steady_clock::time_point;

/// A request that the gate turns away before its verb hears of it.
struct Turned
{
    GateState& gate;
    Requester& from;
    const Request& request;
    SteadyTime started;

    void operator()(const Refusal& refusal, const VerbSpec* spec, const TargetNames& targets = {}) const
    {
        from.refused(request.id, refusal);
        if (!gate.hooks.outcome) return;
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started);
        gate.hooks.outcome({spec ? spec->name : std::string_view{}, refusal.code(), spec, from.principal(), from.peerPid(), took, targets});
    }
};

/// Checks every right that the verb's spec asks for, and keeps what its parameters name. After a denial nothing is looked up.
std::optional<Refusal> authorize(const Authority& authority, const Value& params, RunningCall& call)
{
    std::optional<Refusal> denied;
    for (const Authorize& entry : call.spec().authorize)
    {
        if (entry.param.empty())
        {
            if (!denied && !authority.may(call.caller(), entry.right, {})) denied = errors::denied(entry.right);
            continue;
        }
        const Value* named = params.find(entry.param);
        if (named == nullptr) continue;
        Target target;
        if (!denied) target = authority.resolve(call.caller(), entry.right, *entry.kind, named->asString());
        if (!denied && !target.allowed) denied = errors::denied(entry.right);
        call.addTarget(entry.param, named->asString(), target.id);
    }
    if (const Value* principal = params.find("principal"); principal != nullptr && principal->is(Value::Kind::string))
        call.nameTarget(principal->asString());
    return denied;
}

/// What parameters name that did not pass the schema.
TargetNames namesIn(const Value& params, const VerbSpec& spec)
{
    TargetNames names;
    if (!params.is(Value::Kind::object)) return names;
    const auto add = [&](std::string_view param)
    {
        if (const Value* named = params.find(param); named != nullptr && named->is(Value::Kind::string)) names.add(named->asString());
    };
    for (const Authorize& entry : spec.authorize) add(entry.param);
    add("principal");
    return names;
}

} // namespace

Gate::Gate(const Registry& registry, const Authority& authority, Log& log, GateHooks hooks) : _state(std::make_shared<GateState>())
{
    _state->registry = &registry;
    _state->authority = &authority;
    _state->log = &log;
    _state->hooks = std::move(hooks);
}

Gate::~Gate()
{
    _state->open = false;
}

std::shared_ptr<PendingCall> Gate::start(const std::shared_ptr<Requester>& from, Request request)
{
    const auto started = std::chrono::steady_clock::now();
    const Turned turnAway{*_state, *from, request, started};

    const RegisteredVerb* verb = _state->registry->find(request.verb);
    if (verb == nullptr)
    {
        const std::string_view plugin = _state->registry->absentOwner(request.verb);
        turnAway(plugin.empty() ? gate_errors::noVerb() : gate_errors::verbUnavailable(plugin), nullptr);
        return nullptr;
    }
    if (!verb->callable())
    {
        const auto& stopping = _state->hooks.stopping;
        const Refusal why = verb->denied             ? gate_errors::verbWithheld(verb->plugin)
                            : stopping && stopping() ? errors::shutdown()
                                                     : gate_errors::verbUnavailable(verb->plugin);
        turnAway(why, verb->spec, namesIn(request.params, *verb->spec));
        return nullptr;
    }
    if (const auto wrong = verb->schema.check(request.params, request.arena))
    {
        turnAway(*wrong, verb->spec, namesIn(request.params, *verb->spec));
        return nullptr;
    }

    auto running = std::make_shared<RunningCall>(_state, from, *verb, request.id, started);
    if (const auto denied = authorize(*_state->authority, request.params, *running))
    {
        turnAway(*denied, verb->spec, running->targets());
        return nullptr;
    }
    const auto& refusesWrites = _state->hooks.refusesWrites;
    if (verb->spec->effect != Effect::read && refusesWrites && refusesWrites())
    {
        turnAway(gate_errors::auditUnavailable(), verb->spec, running->targets());
        return nullptr;
    }

    running->run(Call(std::make_unique<CallHandle>(running, request.params, std::move(request.arena))));
    return running->settled() ? nullptr : std::move(running);
}

bool Gate::waits(std::string_view verb) const
{
    const RegisteredVerb* found = _state->registry->find(verb);
    return found != nullptr && (found->spec->waits || found->spec->stream);
}

} // namespace venomx::kernel
