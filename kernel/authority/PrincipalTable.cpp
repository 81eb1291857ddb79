#include "kernel/authority/PrincipalTable.h"

#include <string>
#include <utility>
#include <venomx/sdk/result.h>

namespace venomx::kernel
{

/// One pane that counts under the limits: from its preparation until it has been closed.
class PrincipalTable::PaneSlot
{
public:
    PaneSlot(PrincipalTable& table, std::shared_ptr<Ancestor> creator) : _table(table), _creator(std::move(creator))
    {
        ++_table._held;
        for (Ancestor* at = _creator.get(); at != nullptr; at = at->creator()) at->hold();
    }
    ~PaneSlot()
    {
        --_table._held;
        for (Ancestor* at = _creator.get(); at != nullptr; at = at->creator()) at->letGo();
    }
    PaneSlot(const PaneSlot&) = delete;
    PaneSlot& operator=(const PaneSlot&) = delete;

private:
    PrincipalTable& _table;
    std::shared_ptr<Ancestor> _creator;
};

class PrincipalTable::Prepared final : public PreparedPrincipal
{
public:
    Prepared(PrincipalTable& table, Principal principal)
        : _table(table), _principal(std::move(principal)), _token(makeToken(_principal.id)),
          _slot(std::make_unique<PaneSlot>(table, table._parts.ancestry.find(_principal.creator)))
    {
        _principal.digest = digestOf(_token.expose());
        _table._parts.ancestry.add(_principal.id, _principal.creator);
        _table._prepared.emplace(_principal.id.raw(), _principal.digest);
    }
    ~Prepared() override
    {
        if (!_slot) return;
        _table._parts.ancestry.end(_principal.id);
        _table.settled(_principal.id);
    }

    [[nodiscard]] PrincipalId id() const override { return _principal.id; }
    [[nodiscard]] const Secret& token() const override { return _token; }
    void wipeToken() noexcept override { _token.clear(); }
    void activate(PaneId pane, pid_t process) override
    {
        if (!_slot) return;
        _token.clear();
        _principal.pane = pane;
        _table._processes.add(pane, _principal.id, process);
        _table.activate(_principal, std::move(_slot));
        _table.settled(_principal.id);
    }

private:
    PrincipalTable& _table;
    Principal _principal;
    Secret _token;
    std::unique_ptr<PaneSlot> _slot; ///< gone once active
};

PrincipalTable::PrincipalTable(Parts parts) : _parts(parts), _processes(parts.processes)
{
    _owner.grants = allGrants();
    _owner.reach = Reach{_owner.grants};
    _owner.grantsJson = toJson(_owner.grants);
    grantUnknown({});
    _nobody.grantsJson = toJson({});
    _parts.index.onRemoved([this](ResourceId id) { paneGone(id); });
}

PrincipalTable::~PrincipalTable()
{
    _parts.index.onRemoved(nullptr);
    for (const auto& [principal, timer] : _lingering) _parts.loop.cancel(timer);
}

std::unique_ptr<PreparedPrincipal> PrincipalTable::prepare(const Call& call)
{
    const Value* asked = call.find("grants");
    Grants wanted = asked != nullptr ? parseGrants(*asked, _parts.index) : defaultGrants();
    checkDelegation(wanted, holding(call.caller()), _parts.index);
    checkLimits(call.caller());
    return std::make_unique<Prepared>(
        *this, Principal{.id = PrincipalId::generated(_next++), .creator = call.caller(), .pane = {}, .grants = std::move(wanted)});
}

void PrincipalTable::checkLimits(PrincipalId caller)
{
    bool full = _held >= _limits.panes;
    const auto node = _parts.ancestry.find(caller);
    for (Ancestor* at = node.get(); at != nullptr && !full; at = at->creator())
        // Everything descends from the owner, who is bound by the daemon's own limit.
        full = at->id() != PrincipalId::owner() && at->held() >= _limits.panesPerPrincipal;
    if (full) throw Refusal{"conflict.limit", "too many panes"}.with("limit", "panes");
}

void PrincipalTable::activate(Principal principal, std::unique_ptr<PaneSlot> slot)
{
    principal.created = _parts.clock.system();
    principal.reach = Reach{principal.grants};
    principal.grantsJson = toJson(principal.grants);
    if (principal.pane)
    {
        _slots.insert_or_assign(principal.pane->number, std::move(slot));
        _byPane.insert_or_assign(principal.pane->number, principal.id);
    }
    const auto [entry, fresh] = _active.insert_or_assign(principal.id.raw(), std::move(principal));
    publish("principal.created", entry->second);
}

void PrincipalTable::publish(Literal kind, const Principal& principal)
{
    Result data;
    data.field("principal", principal.id.str());
    if (principal.pane) data.field("pane", principal.pane->str());
    EventScope scope;
    if (principal.pane) scope.about = principal.pane->resource();
    _parts.events.publish(kind, scope, std::move(data));
}

std::pair<PrincipalId, Secret> PrincipalTable::create(PrincipalId creator, Grants grants)
{
    const PrincipalId id = PrincipalId::generated(_next++);
    Secret token = makeToken(id);
    _parts.ancestry.add(id, creator);
    activate({.id = id, .creator = creator, .pane = {}, .grants = std::move(grants), .grantsJson = {}, .digest = digestOf(token.expose())},
             nullptr);
    return {id, std::move(token)};
}

void PrincipalTable::ended(PrincipalId principal)
{
    const Principal* found = find(principal);
    if (found == nullptr || _lingering.contains(principal.raw())) return;
    if (_limits.linger.count() == 0 || !found->pane || !_parts.index.exists(*found->pane)) return revoke(principal);
    _lingering.emplace(principal.raw(), _parts.loop.after(_limits.linger,
                                                          [this, principal]
                                                          {
                                                              _lingering.erase(principal.raw());
                                                              revoke(principal);
                                                          }));
}

void PrincipalTable::revoke(PrincipalId principal)
{
    if (find(principal) == nullptr) return;
    if (_onRevoking) _onRevoking();
    const auto found = _active.find(principal.raw());
    if (found == _active.end()) return;
    const Principal gone = std::move(found->second);
    _active.erase(found);
    if (const auto timer = _lingering.find(principal.raw()); timer != _lingering.end())
    {
        _parts.loop.cancel(timer->second);
        _lingering.erase(timer);
    }
    if (gone.pane) _byPane.erase(gone.pane->number);
    _parts.ancestry.end(principal);
    publish("principal.revoked", gone);
    if (_onRevoked) _onRevoked(principal);
}

void PrincipalTable::paneGone(ResourceId id)
{
    if (id.kind != ResourceKind::pane) return;
    _slots.erase(id.number);
    _processes.remove(PaneId{id.number});
    if (const auto found = _byPane.find(id.number); found != _byPane.end()) revoke(PrincipalId{found->second});
}

bool PrincipalTable::covers(PrincipalId holder, PrincipalId other) const
{
    return coversAll(holding(holder), holding(other), _parts.index, _parts.ancestry);
}

Secret PrincipalTable::renewOwner()
{
    Secret token = makeToken(PrincipalId::owner());
    _owner.digest = digestOf(token.expose());
    _ownerKnown = true;
    return token;
}

std::optional<PrincipalId> PrincipalTable::authenticate(std::string_view token) const
{
    const auto claimed = claimedPrincipal(token);
    if (!claimed) return {};
    const TokenDigest digest = digestOf(token);
    if (*claimed == PrincipalId::owner()) return _ownerKnown && sameDigest(digest, _owner.digest) ? claimed : std::nullopt;
    const Principal* found = find(*claimed);
    return found != nullptr && sameDigest(digest, found->digest) ? claimed : std::nullopt;
}

bool PrincipalTable::awaits(std::string_view token) const
{
    const auto claimed = claimedPrincipal(token);
    const auto found = claimed ? _prepared.find(claimed->raw()) : _prepared.end();
    return found != _prepared.end() && sameDigest(digestOf(token), found->second);
}

void PrincipalTable::settled(PrincipalId principal)
{
    _prepared.erase(principal.raw());
    for (auto& told : std::exchange(_whenSettled, {})) _parts.loop.post(std::move(told));
}

void PrincipalTable::grantUnknown(Grants grants)
{
    _unknown.grants = std::move(grants);
    _unknown.reach = Reach{_unknown.grants};
    _unknown.grantsJson = toJson(_unknown.grants);
}

const Principal& PrincipalTable::record(PrincipalId principal) const
{
    if (principal == PrincipalId::owner()) return _owner;
    if (principal == PrincipalId::unknown()) return _unknown;
    const Principal* found = find(principal);
    return found != nullptr ? *found : _nobody;
}

Holding PrincipalTable::holding(PrincipalId principal) const
{
    const Principal& found = record(principal);
    return {principal, found.grants, found.reach};
}

const Principal* PrincipalTable::find(PrincipalId principal) const
{
    const auto found = _active.find(principal.raw());
    return found == _active.end() ? nullptr : &found->second;
}

std::vector<const Principal*> PrincipalTable::list() const
{
    std::vector<const Principal*> all;
    for (const auto& [id, principal] : _active) all.push_back(&principal);
    return all;
}

} // namespace venomx::kernel
