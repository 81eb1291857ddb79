#include <cstdlib>

#include "kernel/DaemonParts.h"
#include "kernel/NextLife.h"
#include "kernel/StartGuard.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{

void Daemon::Parts::loadPlugins()
{
    host.load();
    for (const std::string& warning : settings->finish(host.absent())) log.warning(warning);
    host.start();
    deny();
}

void Daemon::Parts::deny()
{
    for (const std::string& pattern : registry.deny(settings->list("verbs.denied"))) log.warning("verbs.denied names no verb: " + pattern);
}

/// A daemon that serves has clients and panes that a next life would lose as well; there a crash stays one.
std::shared_ptr<void> Daemon::Parts::guardStart(const std::string& plugin)
{
    if (serving) return {};
    return std::make_shared<StartGuard>(std::make_unique<NextLife>(info.original(), words, plugin));
}

/// On a thread of its own, while the plugin keeps this one. Nobody is served yet, so a new life of the process, without that
/// plugin, loses nothing.
void Daemon::Parts::startHangs(const std::string& plugin)
{
    if (serving) return log.error("plugin " + plugin + " keeps the daemon waiting while it starts");
    log.error("plugin " + plugin + " did not start within plugins.start_ms; the daemon starts again without it");
    NextLife{info.original(), words, plugin}.begin({Ending::Kind::hangs});
}

/// On a thread of its own, while the plugin keeps this one, and will for ever: what else must be done at the end is done here.
void Daemon::Parts::stopHangs(const std::string& plugin)
{
    if (!info.stopping()) return log.error("plugin " + plugin + " keeps the daemon waiting while it stops");
    log.error("plugin " + plugin + " did not stop within plugins.stop_ms; the daemon ends without it");
    host.stop();
    ownerFile.reset();
    socket.remove();
    static_cast<void>(audit.finish(kAuditPatience));
    std::_Exit(exit_status::kInternal);
}

} // namespace venomx::kernel
