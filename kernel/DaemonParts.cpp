#include "kernel/DaemonParts.h"

#include <cerrno>
#include <system_error>

#include "kernel/OperatorLimits.h"
#include "kernel/audit/AuditLimits.h"
#include "kernel/audit/StateFolder.h"
#include "kernel/plugins/FileIdentity.h"
#include "kernel/settings/KernelSettings.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{
namespace
{

std::unique_ptr<SettingsStore> openSettings(const ServeOptions& options)
{
    auto settings = std::make_unique<SettingsStore>(standardSources(options.config, options.overrides));
    settings->hold("authority.unknown_grants", checkUnknownGrants);
    settings->declare("kernel", kernelSettings());
    return settings;
}

ListeningSocket openSocket(const ServeOptions& options, UniqueFd inherited)
{
    if (inherited) return ListeningSocket::takeOver(std::move(inherited));
    const std::string path = socketPath(options.socket);
    prepareSocketFolder(path);
    return ListeningSocket::bindAt(path);
}

PeersByDescent::Root ownProcess(const Processes& processes)
{
    if (!SystemProcesses::shown()) throw StartError{exit_status::kMissing, "/proc does not show this process"};
    const auto facts = processes.facts(::getpid());
    if (!facts)
        throw StartError{exit_status::kMissing, "this process cannot be looked at in /proc: " + std::generic_category().message(errno)};
    return {.pid = ::getpid(), .started = facts->started};
}

} // namespace

Daemon::Parts::Parts(const ServeOptions& options, OriginalState original, UniqueFd inherited, std::string plugins)
    : settings(openSettings(options)), socket(openSocket(options, std::move(inherited))), loop(log),
      info(std::move(original), socket.path(), clock.system()), state(options.state.empty() ? stateFolder() : options.state),
      auditFile(Poco::makeAuto<AuditFile>(state, AuditLimits::from(*settings).file)),
      audit({.channel = auditFile,
             .look = [folder = state] { return lookAtFolder(folder); },
             .log = log,
             .clock = clock,
             .file = state + '/' + AuditFile::kName,
             .soon = [this] { loop.needTurnEnd(); }}),
      authorities(loop, clock, processes, static_cast<std::size_t>(settings->integer("events.ring"))),
      peers(authorities.principals, processes, ownProcess(processes)), manifest(registry), words(options.words),
      host(hostParts(options, std::move(plugins))), report({.health = health,
                                                            .places = {.loop = loop, .workers = checkThreads},
                                                            .requests = requests,
                                                            .registry = registry,
                                                            .host = host,
                                                            .info = info}),
      gate(registry, authorities.rights, log, gateHooks()), listener(wireParts()), manager(loop), shutdown(loop, listener, shutdownSteps())
{
}

Host::Parts Daemon::Parts::hostParts(const ServeOptions& options, std::string plugins)
{
    return {.settings = *settings,
            .health = health,
            .registry = registry,
            .log = log,
            .defaultDirectory = std::move(plugins),
            .probe = processProbe("/proc/self/exe", VerdictCache(verdictFolder(), ownIdentity())),
            .without = options.without,
            .guardStart = [this](const std::string& plugin) { return guardStart(plugin); },
            .startHangs = [this](const std::string& plugin) { startHangs(plugin); },
            .stopHangs = [this](const std::string& plugin) { stopHangs(plugin); }};
}

GateHooks Daemon::Parts::gateHooks()
{
    GateHooks hooks;
    hooks.post = [this](std::function<void()> task) { loop.post(std::move(task)); };
    hooks.onLoop = [this] { return loop.onThread(); };
    hooks.stopping = [this] { return info.stopping(); };
    hooks.refusesWrites = [this] { return audit.refusesWrites(); };
    hooks.outcome = [this](const GateHooks::Outcome& outcome)
    {
        requests.record(outcome);
        audit.record(outcome);
    };
    return hooks;
}

WireParts Daemon::Parts::wireParts()
{
    return {.loop = loop,
            .gate = gate,
            .principals = authorities.principals,
            .peers = peers,
            .log = log,
            .denied = [this](PrincipalId principal, pid_t pid, std::string_view code) { audit.denied(principal, pid, code); },
            .boot = info.boot(),
            .manifestHash = [this]() -> std::string_view { return manifest.hash(); }};
}

Shutdown::Steps Daemon::Parts::shutdownSteps()
{
    return {.announce =
                [this]
            {
                info.stop();
                manager.stopping();
                authorities.ring.publish("daemon.stopping", {}, {});
            },
            .stopPlugins = [this] { host.stop(); }};
}

} // namespace venomx::kernel
