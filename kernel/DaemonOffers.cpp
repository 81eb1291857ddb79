#include <array>

#include "kernel/DaemonParts.h"
#include "kernel/audit/AuditChecks.h"
#include "kernel/authority/AuthorityVerbs.h"
#include "kernel/events/EventVerbs.h"
#include "kernel/health/KernelChecks.h"
#include "kernel/plugins/KernelServices.h"
#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{

void Daemon::Parts::registerVerbs()
{
    static constexpr std::string_view kPublished[] = {"principal.created", "principal.revoked", "plugin.started",
                                                      "plugin.stopped",    "plugin.failed",     "daemon.stopping"};
    registry.describe(
        {.name = "kernel", .version = VENOMX_VERSION, .summary = "Principals, events and the daemon itself", .events = kPublished});
    registry.add("kernel", authorityVerbs({authorities.principals, authorities.index, info}));
    const Verb events[] = {eventsVerb({authorities.ring, authorities.rights, authorities.subscriptions, info})};
    registry.add("kernel", events);
    registry.add(
        "kernel",
        ownVerbs({.manifest = manifest, .host = host, .registry = registry, .settings = *settings, .info = info, .shutdown = [this] {
                      shutdown.begin();
                  }}));
}

void Daemon::Parts::registerHealth()
{
    Health& kernel = health.section("kernel");
    kernel.counter(authorities.ring.published());
    kernel.counter(authorities.ring.gaps());
    kernel.counter(listener.refused());
    kernel.gauge({.name = "connections", .read = [this](std::size_t) { return listener.connections(); }});
    registerKernelChecks(kernel, {.host = host,
                                  .info = info,
                                  .socket = socket.file(),
                                  .worstTurn = [this] { return loop.takeWorstTurn(); },
                                  .refusedReloads = refusedReloads});
    registerAuditChecks(kernel, audit, *auditFile);
}

void Daemon::Parts::offerServices()
{
    // In the order of kKernelServices.
    const std::array<Service*, kKernelServices.size()> services{
        &loop, &workers, &clock, &info, &authorities.ring, &authorities.index, &authorities.principals, &report};
    for (std::size_t i = 0; i < services.size(); ++i) host.services().offer(kKernelServices[i], services[i]);
}

void Daemon::Parts::makeVerbs()
{
    registerVerbs();
    registerHealth();
    offerServices();
}

} // namespace venomx::kernel
