#include "kernel/OperatorLimits.h"

#include <algorithm>
#include <stdexcept>
#include <sys/resource.h>

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kFewest = 16;
constexpr std::size_t kMost = 16'384;

std::size_t size(const Settings& settings, std::string_view key)
{
    return static_cast<std::size_t>(settings.integer(key));
}

/// Half of the descriptors are left for panes and for the daemon's own work.
std::size_t connectionsThatFit()
{
    rlimit limit{};
    const bool known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0;
    return std::clamp<std::size_t>(known ? limit.rlim_cur / 2 : 0, kFewest, kMost);
}

std::size_t connections(const Settings& settings)
{
    const std::size_t asked = size(settings, "limits.connections");
    return asked == 0 ? connectionsThatFit() : asked;
}

Grants unknownGrants(const Settings& settings)
{
    Grants grants;
    for (const std::string& words : settings.list("authority.unknown_grants"))
    {
        const auto grant = parseGrant(words);
        if (!grant) throw std::logic_error("authority.unknown_grants was not checked");
        grants.push_back(*grant);
    }
    return grants;
}

} // namespace

void checkUnknownGrants(const SettingValue& value)
{
    for (const std::string& words : std::get<std::vector<std::string>>(value))
        if (!parseGrant(words))
            throw std::invalid_argument(
                "takes `right scope` pairs separated by commas, such as `read *`; rights: read, write, spawn, admin "
                "(on * alone); scopes: *, self, session:ID, window:ID, pane:ID");
}

OperatorLimits OperatorLimits::from(const Settings& settings)
{
    return {.wire = {.frame = size(settings, "limits.frame"),
                     .pending = size(settings, "limits.pending"),
                     .waits = size(settings, "limits.waits"),
                     .output = size(settings, "limits.output"),
                     .stall = std::chrono::milliseconds{settings.integer("limits.stall_ms")},
                     .hello = std::chrono::milliseconds{settings.integer("limits.hello_ms")},
                     .connections = connections(settings),
                     .connectionsPerPrincipal = size(settings, "limits.connections_per_principal")},
            .principals = {.panes = size(settings, "limits.panes"),
                           .panesPerPrincipal = size(settings, "limits.panes_per_principal"),
                           .linger = std::chrono::milliseconds{settings.integer("authority.linger_ms")}},
            .unknown = unknownGrants(settings),
            .ownerFromPanes = settings.boolean("authority.owner_from_panes")};
}

} // namespace venomx::kernel
