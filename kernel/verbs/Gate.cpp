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

    void operator()(const Refusal& refusal, const VerbSpec* spec, std::span<const ResourceId> targets = {}) const
    {
        from.refused(request.id, refusal);
        if (!gate.hooks.outcome) return;
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started);
        gate.hooks.outcome({spec ? spec->name : std::string_view{}, refusal.code(), spec, from.principal(), from.peerPid(), took, targets});
    }
};

/// Checks every right that the verb's spec asks for, and keeps what its parameters name.
std::optional<Refusal> authorize(const Authority& authority, const Value& params, RunningCall& call)
{
    for (const Authorize& entry : call.spec().authorize)
    {
        if (entry.param.empty())
        {
            if (!authority.may(call.caller(), entry.right, {})) return errors::denied(entry.right);
            continue;
        }
        const Value* named = params.find(entry.param);
        if (named == nullptr) continue;
        const Target target = authority.resolve(call.caller(), entry.right, *entry.kind, named->asString());
        if (!target.allowed) return errors::denied(entry.right);
        call.addTarget(entry.param, target.id);
    }
    return {};
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
        turnAway(stopping && stopping() ? errors::shutdown() : gate_errors::verbUnavailable(verb->plugin), verb->spec);
        return nullptr;
    }
    if (const auto wrong = verb->schema.check(request.params, request.arena))
    {
        turnAway(*wrong, verb->spec);
        return nullptr;
    }

    auto running = std::make_shared<RunningCall>(_state, from, *verb, request.id, started);
    if (const auto denied = authorize(*_state->authority, request.params, *running))
    {
        turnAway(*denied, verb->spec, running->existing());
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
