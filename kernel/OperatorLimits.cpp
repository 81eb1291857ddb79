#include "kernel/OperatorLimits.h"

#include "kernel/settings/SettingsError.h"

namespace venomx::kernel
{
namespace
{

std::size_t size(const Settings& settings, std::string_view key)
{
    return static_cast<std::size_t>(settings.integer(key));
}

Grants unknownGrants(const Settings& settings)
{
    Grants grants;
    for (const std::string& words : settings.list("authority.unknown_grants"))
    {
        const auto grant = parseGrant(words);
        if (!grant) throw SettingsError{"authority.unknown_grants: a grant is `right scope`, such as `read *`"};
        grants.push_back(*grant);
    }
    return grants;
}

} // namespace

OperatorLimits OperatorLimits::from(const Settings& settings)
{
    return {.wire = {.frame = size(settings, "limits.frame"),
                     .pending = size(settings, "limits.pending"),
                     .waits = size(settings, "limits.waits"),
                     .output = size(settings, "limits.output"),
                     .stall = std::chrono::milliseconds{settings.integer("limits.stall_ms")}},
            .principals = {.panes = size(settings, "limits.panes"),
                           .panesPerPrincipal = size(settings, "limits.panes_per_principal"),
                           .linger = std::chrono::milliseconds{settings.integer("authority.linger_ms")}},
            .unknown = unknownGrants(settings),
            .ownerFromPanes = settings.boolean("authority.owner_from_panes")};
}

} // namespace venomx::kernel
