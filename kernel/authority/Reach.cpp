#include "kernel/authority/Reach.h"

#include <algorithm>

namespace venomx::kernel
{

Reach::Reach(const Grants& grants)
{
    for (const Grant& grant : grants)
    {
        OfRight& entry = _rights.at(static_cast<std::size_t>(grant.right));
        if (grant.scope.kind == Scope::Kind::all) entry.all = true;
        if (grant.scope.kind == Scope::Kind::self) entry.self = true;
        if (grant.scope.kind == Scope::Kind::thing) entry.things.push_back(grant.scope.thing);
    }
    for (OfRight& entry : _rights) std::ranges::sort(entry.things);
}

bool Reach::covers(PrincipalId holder, Right right, const Lineage* thing) const
{
    const OfRight& entry = of(right);
    if (entry.all) return true;
    if (thing == nullptr) return false;
    if (entry.self && thing->own == holder) return true;
    // What stands in a thing that is covered is covered with it.
    for (const Lineage* at = thing; at != nullptr; at = at->parent.get())
    {
        if (std::ranges::binary_search(entry.things, at->id)) return true;
        if (entry.self && at->creator && at->creator->isOrDescendsFrom(holder)) return true;
    }
    return false;
}

bool Reach::has(Right right) const
{
    const OfRight& entry = of(right);
    return entry.all || entry.self || !entry.things.empty();
}

} // namespace venomx::kernel
