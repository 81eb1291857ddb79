#include "kernel/wire/Dialogue.h"

#include <new>
#include <venomx/sdk/errors.h>

#include "kernel/wire/Hello.h"
#include "kernel/wire/ReplyWriter.h"
#include "kernel/wire/WireErrors.h"

namespace venomx::kernel
{

/// An answer for which there is no memory ends the connection, so that nobody waits for it.
template <class Write>
void Dialogue::say(Write&& write)
{
    if (_line == nullptr) return;
    try
    {
        write(_line->outlet().queue());
        _line->wrote();
    }
    catch (const std::bad_alloc&)
    {
        _context.crowding.note("system");
        _line->hangUp();
    }
}

Dialogue::Dialogue(WireContext& context, Line& line, Caller caller)
    : _context(context), _line(&line), _standing(std::move(caller.standing)), _place(std::move(caller.place)),
      _principal(_standing.withoutToken), _pid(caller.pid)
{
}

bool Dialogue::hasRoom(const RequestFrame& request)
{
    if (!_greeted) return !speakerIsComing(request);
    return requests() < _context.limits.pending || _context.parts.gate.waits(request.verb);
}

/// A pane's process can be faster than the commit that makes its principal known.
bool Dialogue::speakerIsComing(const RequestFrame& request)
{
    if (request.verb != "hello" || !request.params.is(Value::Kind::object)) return false;
    const Value* token = request.params.find("token");
    const bool shown = token != nullptr && token->is(Value::Kind::string);
    const bool own = shown && claimedPrincipal(token->asString()) != PrincipalId::owner();
    if (own ? !_context.parts.principals.awaits(token->asString()) : !_context.parts.peers.undecided(_standing)) return false;
    _context.parts.principals.whenSettled(
        [weak = weak_from_this()]
        {
            const auto self = weak.lock();
            if (self && self->_line != nullptr) self->_line->roomToStart();
        });
    return true;
}

void Dialogue::start(const RequestFrame& request, Arena arena)
{
    if (_calls.contains(request.id)) return refuse({}, wire_errors::id());
    if (request.verb == "hello") return hello(request, arena);
    if (!_greeted) return refuse(request.id, wire_errors::helloFirst());
    hand(request, std::move(arena));
}

void Dialogue::hello(const RequestFrame& request, Arena& arena)
{
    if (_greeted) return refuse(request.id, wire_errors::helloAgain());
    try
    {
        const PrincipalId speaker = greet(request.params, arena, _standing, _context);
        if (!_place.speaks(speaker))
        {
            _context.crowding.note("principal");
            refuse(request.id, wire_errors::busy());
            return _line->hangUp();
        }
        _principal = speaker;
        _greeted = true;
        const std::string json = greeting(_principal, _context);
        say([&](WipedQueue& out) { writeFrame(out, request.id, "ok", json); });
    }
    catch (const Refusal& refusal)
    {
        refuse(request.id, refusal);
        if (refusal.code() != "denied.token") return;
        _context.parts.denied(_principal, _pid, refusal.code());
        _line->hangUp();
    }
}

void Dialogue::hand(const RequestFrame& request, Arena arena)
{
    if (_waits >= _context.limits.waits && _context.parts.gate.waits(request.verb)) return refuse(request.id, errors::busy());
    auto call = _context.parts.gate.start(
        shared_from_this(), Request{.id = request.id, .verb = request.verb, .params = request.params, .arena = std::move(arena)});
    if (!call) return;
    const bool waits = call->waits();
    _calls.emplace(request.id, Running{std::move(call), waits});
    if (waits) ++_waits;
}

bool Dialogue::cancel(std::uint64_t id)
{
    const auto found = _calls.find(id);
    if (found == _calls.end()) return false;
    const auto call = found->second.call;
    call->cancel();
    return true;
}

void Dialogue::complain(const BadFrame& bad)
{
    // An id that is in use would make the complaint look like that request's answer.
    const auto id = bad.id && _calls.contains(*bad.id) ? std::nullopt : bad.id;
    switch (bad.wrong)
    {
    case BadFrame::Wrong::syntax:
        return refuse(id, wire_errors::syntax());
    case BadFrame::Wrong::encoding:
        return refuse(id, wire_errors::encoding());
    case BadFrame::Wrong::id:
        return refuse({}, wire_errors::id());
    }
}

void Dialogue::refuse(std::optional<std::uint64_t> id, const Refusal& refusal)
{
    say([&](WipedQueue& out) { writeRefusal(out, id, refusal); });
}

void Dialogue::abandon(Literal reason)
{
    std::vector<std::shared_ptr<PendingCall>> calls;
    calls.reserve(_calls.size());
    for (const auto& [id, running] : _calls) calls.push_back(running.call);
    for (const auto& call : calls) call->abandon(reason);
}

void Dialogue::close()
{
    _line = nullptr;
    _place.giveBack();
    if (std::exchange(_long, false)) _context.longAnswers.leave(*this);
    abandon("closed");
    _calls.clear();
    _waits = 0;
}

void Dialogue::answered(std::uint64_t id, std::string_view json, bool streams)
{
    say([&](WipedQueue& out) { writeFrame(out, id, "ok", json); });
    if (!streams) settle(id);
}

void Dialogue::refused(std::uint64_t id, const Refusal& refusal)
{
    refuse(id, refusal);
    settle(id);
}

void Dialogue::frames(std::uint64_t id, Literal member, std::span<const std::string_view> jsons)
{
    say(
        [&](WipedQueue& out)
        {
            for (const std::string_view json : jsons) writeFrame(out, id, member, json);
        });
}

void Dialogue::ended(std::uint64_t id, Literal reason)
{
    if (_line == nullptr) return;
    _line->outlet().forget(id);
    say([&](WipedQueue& out) { writeEnd(out, id, reason); });
    settle(id);
}

/// One that ended while it was being started has no entry, and took no place.
void Dialogue::settle(std::uint64_t id)
{
    if (_long) _context.longAnswers.ended(*this, id);
    const auto found = _calls.find(id);
    if (found == _calls.end()) return;
    if (found->second.waits) --_waits;
    _calls.erase(found);
    if (_line != nullptr) _line->roomToStart();
}

bool Dialogue::writable() const
{
    return _line != nullptr && _line->outlet().writable();
}

void Dialogue::onWritable(std::uint64_t id, std::function<void()> ready)
{
    if (_line == nullptr) return;
    _line->outlet().whenWritable(id, std::move(ready));
    // With room there already it is offered at the end of this turn.
    _line->wrote();
}

void Dialogue::whenRoom(std::uint64_t id, std::function<void()> begin)
{
    if (_line == nullptr) return begin(); // to be told that nobody listens
    _long = true;
    _context.longAnswers.ask(*this, id, std::move(begin));
}

std::size_t Dialogue::unread() const
{
    return _line == nullptr ? 0 : _line->outlet().queue().size();
}

void Dialogue::wasRead()
{
    if (_long) _context.longAnswers.look();
}

} // namespace venomx::kernel
