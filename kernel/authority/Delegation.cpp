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
    return holder.covers(grant.right, thing);
}

bool mayHandOver(const Grant& grant, const Holding& caller, const ResourceIndex& index)
{
    if (grant.scope.kind == Scope::Kind::all) return caller.covers(grant.right, nullptr);
    if (grant.scope.kind == Scope::Kind::thing) return coversThing(caller, grant, index);
    if (grant.right == Right::read || grant.right == Right::write) return true;
    return caller.reach.has(grant.right);
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
            if (theirs) all = holder.covers(right, &thing);
        });
    return all;
}

bool coversGrant(const Holding& holder, const Holding& other, const Grant& grant, const ResourceIndex& index, const Ancestry& ancestry)
{
    if (holder.covers(grant.right, nullptr)) return true;
    if (grant.scope.kind == Scope::Kind::all) return false;
    if (grant.scope.kind == Scope::Kind::thing) return coversThing(holder, grant, index);
    const auto descendant = ancestry.find(other.principal);
    const bool made = descendant && descendant->isOrDescendsFrom(holder.principal);
    return (made && holder.reach.hasSelf(grant.right)) || coversSelf(holder, other.principal, grant.right, index);
}

} // namespace

void checkDelegation(const Grants& asked, const Holding& caller, const ResourceIndex& index)
{
    for (std::size_t i = 0; i < asked.size(); ++i)
        if (!mayHandOver(asked[i], caller, index))
            throw Refusal{"denied.delegation", "permission denied"}.withNumber("index", static_cast<std::int64_t>(i));
}

bool coversAll(const Holding& holder, const Holding& other, const ResourceIndex& index, const Ancestry& ancestry)
{
    if (holder.principal == other.principal) return true;
    return std::ranges::all_of(other.grants, [&](const Grant& grant) { return coversGrant(holder, other, grant, index, ancestry); });
}

} // namespace venomx::kernel
