#include "kernel/authority/Rights.h"

#include <array>

namespace venomx::kernel
{

bool Rights::may(PrincipalId caller, Right right, std::optional<ResourceId> on) const
{
    return mayOn(caller, right, on ? _index.find(*on).get() : nullptr);
}

bool Rights::mayOn(PrincipalId caller, Right right, const Lineage* thing) const
{
    if (caller == PrincipalId::owner()) return true;
    return _principals.holding(caller).covers(right, thing);
}

Target Rights::resolve(PrincipalId caller, Right right, ResourceKind kind, std::string_view text) const
{
    auto id = ResourceId::parse(text);
    if (id && (id->kind != kind || !_index.exists(*id))) id.reset();
    if (!id) id = named(caller, kind, text);
    Target target{.allowed = may(caller, right, id), .id = {}};
    if (target.allowed) target.id = id;
    return target;
}

std::optional<ResourceId> Rights::named(PrincipalId caller, ResourceKind kind, std::string_view text) const
{
    const auto id = _index.byName(kind, text);
    if (!id) return {};
    constexpr std::array kAny{Right::read, Right::write, Right::spawn, Right::admin};
    for (const Right right : kAny)
        if (may(caller, right, id)) return id;
    return {};
}

} // namespace venomx::kernel
