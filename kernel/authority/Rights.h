// What the gate asks of authority, judged on the index of resources and the principals' grants. Control loop only.
#pragma once

#include "kernel/authority/PrincipalTable.h"
#include "kernel/verbs/Authority.h"

namespace venomx::kernel
{

class Rights final : public Authority
{
public:
    Rights(const PrincipalTable& principals, const ResourceIndex& index) : _principals(principals), _index(index) {}

    [[nodiscard]] bool may(PrincipalId caller, Right right, std::optional<ResourceId> on) const override;
    [[nodiscard]] Target resolve(PrincipalId caller, Right right, ResourceKind kind, std::string_view text) const override;
    /// On a thing that may have gone.
    [[nodiscard]] bool mayOn(PrincipalId caller, Right right, const Lineage* thing) const;

private:
    [[nodiscard]] std::optional<ResourceId> named(PrincipalId caller, ResourceKind kind, std::string_view text) const;

    const PrincipalTable& _principals;
    const ResourceIndex& _index;
};

} // namespace venomx::kernel
