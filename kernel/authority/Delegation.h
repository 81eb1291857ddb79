// May these grants be handed over, and is all that one principal may do also the other's. Functions; control loop only.
#pragma once

#include "kernel/authority/Grants.h"

namespace venomx::kernel
{

struct Holding
{
    PrincipalId principal;
    const Grants& grants;
};

/// `asked` for a principal that `caller` is about to make, whose own `self` the word means. Throws denied.delegation.
void checkDelegation(const Grants& asked, PrincipalId caller, const Grants& own, const ResourceIndex& index);

[[nodiscard]] bool coversAll(const Holding& holder, const Holding& other, const ResourceIndex& index, const Ancestry& ancestry);

} // namespace venomx::kernel
