#include "kernel/authority/Delegation.h"

#include <algorithm>
#include <venomx/sdk/result.h>

namespace venomx::kernel
{
namespace
{

/// A grant on one thing, as it stands or, when it has gone, as it stood when the grant was given. One that nobody has made
/// yet may be made anywhere: only `*` covers it.
bool coversThing(const Holding& holder, const Grant& grant, const ResourceIndex& index)
{
    const LineagePtr living = index.find(grant.scope.thing);
    const Lineage* thing = living ? living.get() : grant.lineage.get();
    return cover(holder.grants, holder.principal, grant.right, thing);
}

bool mayHandOver(const Grant& grant, const Holding& caller, const ResourceIndex& index)
{
    if (grant.scope.kind == Scope::Kind::all) return cover(caller.grants, caller.principal, grant.right, nullptr);
    if (grant.scope.kind == Scope::Kind::thing) return coversThing(caller, grant, index);
    if (grant.right == Right::read || grant.right == Right::write) return true;
    return std::ranges::any_of(caller.grants, [&](const Grant& own) { return own.right == grant.right; });
}

/// What `self` of `other` means at this moment, thing by thing.
bool coversSelf(const Holding& holder, PrincipalId other, Right right, const ResourceIndex& index)
{
    bool all = true;
    index.forEach(
        [&](const Lineage& thing)
        {
            if (!all) return;
            const bool theirs = thing.own == other || (thing.creator && thing.creator->isOrDescendsFrom(other));
            if (theirs) all = cover(holder.grants, holder.principal, right, &thing);
        });
    return all;
}

bool coversGrant(const Holding& holder, const Holding& other, const Grant& grant, const ResourceIndex& index, const Ancestry& ancestry)
{
    if (cover(holder.grants, holder.principal, grant.right, nullptr)) return true;
    if (grant.scope.kind == Scope::Kind::all) return false;
    if (grant.scope.kind == Scope::Kind::thing) return coversThing(holder, grant, index);
    const auto descendant = ancestry.find(other.principal);
    const bool made = descendant && descendant->isOrDescendsFrom(holder.principal);
    const Grant self{.right = grant.right, .scope = {.kind = Scope::Kind::self}};
    const bool hasSelf =
        std::ranges::any_of(holder.grants, [&](const Grant& own) { return own.right == self.right && own.scope == self.scope; });
    return (made && hasSelf) || coversSelf(holder, other.principal, grant.right, index);
}

} // namespace

void checkDelegation(const Grants& asked, PrincipalId caller, const Grants& own, const ResourceIndex& index)
{
    const Holding holding{caller, own};
    for (std::size_t i = 0; i < asked.size(); ++i)
        if (!mayHandOver(asked[i], holding, index))
            throw Refusal{"denied.delegation", "permission denied"}.withNumber("index", static_cast<std::int64_t>(i));
}

bool coversAll(const Holding& holder, const Holding& other, const ResourceIndex& index, const Ancestry& ancestry)
{
    if (holder.principal == other.principal) return true;
    return std::ranges::all_of(other.grants, [&](const Grant& grant) { return coversGrant(holder, other, grant, index, ancestry); });
}

} // namespace venomx::kernel
