#include "Model.h"

#include <algorithm>

namespace venomx::tests
{

using kernel::Grant;
using kernel::Scope;

bool Model::isOrDescends(PrincipalId who, PrincipalId from) const
{
    while (who != from)
    {
        const auto found = creators.find(who);
        if (found == creators.end()) return false;
        who = found->second;
    }
    return true;
}

bool Model::covers(const Grant& grant, PrincipalId holder, ResourceId on) const
{
    if (grant.scope.kind == Scope::Kind::all) return true;
    for (std::optional<ResourceId> at = on; at; at = things.at(*at).parent)
    {
        const ModelThing& thing = things.at(*at);
        if (grant.scope.kind == Scope::Kind::thing && *at == grant.scope.thing) return true;
        if (grant.scope.kind == Scope::Kind::self && (thing.own == holder || isOrDescends(thing.creator, holder))) return true;
    }
    return false;
}

bool Model::may(PrincipalId who, Right right, std::optional<ResourceId> on) const
{
    if (who == PrincipalId::owner()) return true;
    const auto held = grants.find(who);
    if (held == grants.end()) return false;
    const bool exists = on && things.contains(*on);
    return std::ranges::any_of(held->second,
                               [&](const Grant& grant) {
                                   return grant.right == right && (exists ? covers(grant, who, *on) : grant.scope.kind == Scope::Kind::all);
                               });
}

std::optional<ResourceId> Model::meant(PrincipalId who, ResourceKind kind, const std::string& text) const
{
    for (const auto& [id, thing] : things)
    {
        if (id.kind != kind) continue;
        if (id.str() == text) return id;
        if (thing.name != text || text.empty()) continue;
        for (const Right right : {Right::read, Right::write, Right::spawn, Right::admin})
            if (may(who, right, id)) return id;
    }
    return {};
}

std::size_t Model::firstUncovered(PrincipalId caller, const std::vector<Grant>& asked) const
{
    const auto given = [&](const Grant& grant)
    {
        if (caller == PrincipalId::owner()) return true;
        if (grant.scope.kind == Scope::Kind::all) return may(caller, grant.right, {});
        if (grant.scope.kind == Scope::Kind::thing) return may(caller, grant.right, grant.scope.thing);
        if (grant.right != Right::spawn) return true;
        return std::ranges::any_of(grants.at(caller), [](const Grant& own) { return own.right == Right::spawn; });
    };
    return static_cast<std::size_t>(std::ranges::find_if_not(asked, given) - asked.begin());
}

void RandomWorld::build(int steps)
{
    model.grants[PrincipalId::unknown()] = anyGrants(2);
    room.parts.principals.grantUnknown(model.grants[PrincipalId::unknown()]);
    for (int i = 0; i < steps; ++i) step();
}

void RandomWorld::step()
{
    const int what = within(0, 99);
    if (what < 15) return addThing(ResourceKind::session);
    if (what < 35) return addThing(ResourceKind::window);
    if (what < 65) return addThing(ResourceKind::pane);
    if (what < 90) return addPrincipal();
    if (what < 95) return endPrincipal();
    removeThing();
}

void RandomWorld::addThing(ResourceKind kind)
{
    std::optional<ResourceId> parent;
    if (kind == ResourceKind::window) parent = anyThing(ResourceKind::session);
    if (kind == ResourceKind::pane) parent = anyThing(ResourceKind::window);
    if (kind != ResourceKind::session && !parent) return;
    ModelThing thing{.parent = parent, .creator = livingPrincipal(), .own = {}};
    if (kind == ResourceKind::pane && chance(70) && !_principals.empty()) thing.own = livingPrincipal();
    const ResourceId id = room.parts.index.allocate(kind);
    room.parts.index.created(id, parent, thing.creator, thing.own);
    if (kind == ResourceKind::session)
    {
        thing.name = "name" + std::to_string(_names++);
        room.parts.index.named(id, thing.name);
    }
    model.things.emplace(id, thing);
}

void RandomWorld::addPrincipal()
{
    const PrincipalId creator = livingPrincipal();
    std::vector<Grant> grants = anyGrants(4);
    const PrincipalId made = room.parts.principals.create(creator, grants).first;
    model.creators[made] = creator;
    model.grants[made] = std::move(grants);
    _principals.push_back(made);
}

void RandomWorld::endPrincipal()
{
    if (_principals.empty()) return;
    const PrincipalId gone = _principals[static_cast<std::size_t>(within(0, static_cast<int>(_principals.size()) - 1))];
    room.parts.principals.revoke(gone);
    model.grants.erase(gone);
}

/// One that holds nothing, as plugins take things away from the bottom up.
void RandomWorld::removeThing()
{
    const auto id = anyThing(static_cast<ResourceKind>(within(0, 2)));
    if (!id || std::ranges::any_of(model.things, [&](const auto& entry) { return entry.second.parent == id; })) return;
    room.parts.index.removed(*id);
    model.things.erase(*id);
}

PrincipalId RandomWorld::anyPrincipal()
{
    const int pick = within(-2, static_cast<int>(_principals.size()) - 1);
    if (pick < 0) return pick == -1 ? PrincipalId::owner() : PrincipalId::unknown();
    return _principals[static_cast<std::size_t>(pick)];
}

PrincipalId RandomWorld::livingPrincipal()
{
    for (int tries = 0; tries < 20; ++tries)
        if (const PrincipalId any = anyPrincipal(); any != PrincipalId::owner() && model.grants.contains(any)) return any;
    return PrincipalId::owner();
}

std::optional<ResourceId> RandomWorld::anyThing(ResourceKind kind)
{
    std::vector<ResourceId> all;
    for (const auto& [id, thing] : model.things)
        if (id.kind == kind) all.push_back(id);
    if (all.empty()) return {};
    return all[static_cast<std::size_t>(within(0, static_cast<int>(all.size()) - 1))];
}

std::string RandomWorld::anyText(ResourceKind kind)
{
    constexpr std::array kMalformed{"",      "s", "p01", "w-1", "P0", "p0 ", " s0", "*", "self", "session:s0", "p18446744073709551616",
                                    "../p0", "g1"};
    const int what = within(0, 9);
    if (what == 0) return kMalformed[static_cast<std::size_t>(within(0, kMalformed.size() - 1))];
    if (what == 1) return "name" + std::to_string(within(0, _names + 1));
    if (what == 2) return ResourceId{static_cast<ResourceKind>(within(0, 2)), static_cast<std::uint64_t>(within(0, 5))}.str();
    if (what == 3) return ResourceId{kind, static_cast<std::uint64_t>(within(0, 60))}.str();
    const auto thing = anyThing(kind);
    return thing ? thing->str() : "none";
}

std::vector<Grant> RandomWorld::anyGrants(int most)
{
    std::vector<Grant> grants;
    for (int left = within(0, most); left > 0; --left)
    {
        Grant grant{.right = anyRight(), .scope = {}};
        const int what = grant.right == Right::admin ? 0 : within(0, 9);
        if (what == 2 || what == 3) grant.scope.kind = Scope::Kind::self;
        if (what > 3)
        {
            const auto kind = static_cast<ResourceKind>(within(0, 2));
            grant.scope.kind = Scope::Kind::thing;
            grant.scope.thing = anyThing(kind).value_or(ResourceId{kind, 999});
            if (chance(10)) grant.scope.thing.number += 1000;
        }
        grant.lineage = grant.scope.kind == Scope::Kind::thing ? room.parts.index.find(grant.scope.thing) : nullptr;
        grants.push_back(std::move(grant));
    }
    return grants;
}

} // namespace venomx::tests
