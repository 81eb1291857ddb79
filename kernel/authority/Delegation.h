// May these grants be handed over, and is all that one principal may do also the other's. Functions; control loop only.
#pragma once

#include "kernel/authority/Reach.h"

namespace venomx::kernel
{

struct Holding
{
    PrincipalId principal;
    const Grants& grants;
    const Reach& reach;

    /// On the thing, or without one on scope `*`.
    [[nodiscard]] bool covers(Right right, const Lineage* thing) const { return reach.covers(principal, right, thing); }
};

/// `asked` for a principal that `caller` is about to make, whose own `self` the word means. Throws denied.delegation.
void checkDelegation(const Grants& asked, const Holding& caller, const ResourceIndex& index);

[[nodiscard]] bool coversAll(const Holding& holder, const Holding& other, const ResourceIndex& index, const Ancestry& ancestry);

} // namespace venomx::kernel
