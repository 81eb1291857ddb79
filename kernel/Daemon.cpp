#include "kernel/Daemon.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <venomx/sdk/json_writer.h>

#include "kernel/Authorities.h"
#include "kernel/DaemonFacts.h"
#include "kernel/NextLife.h"
#include "kernel/OperatorLimits.h"
#include "kernel/PluginFolder.h"
#include "kernel/ServiceManager.h"
#include "kernel/Shutdown.h"
#include "kernel/StartGuard.h"
#include "kernel/TemporaryFolder.h"
#include "kernel/audit/AuditChecks.h"
#include "kernel/audit/AuditLimits.h"
#include "kernel/audit/StateFolder.h"
#include "kernel/authority/AuthorityVerbs.h"
#include "kernel/authority/OwnerFile.h"
#include "kernel/authority/Peers.h"
#include "kernel/events/EventVerbs.h"
#include "kernel/health/DaemonLog.h"
#include "kernel/health/HealthRegistry.h"
#include "kernel/health/HealthService.h"
#include "kernel/health/KernelChecks.h"
#include "kernel/health/RequestStats.h"
#include "kernel/loop/SystemClock.h"
#include "kernel/loop/WorkerPool.h"
#include "kernel/plugins/FileIdentity.h"
#include "kernel/plugins/Host.h"
#include "kernel/plugins/KernelServices.h"
#include "kernel/settings/KernelSettings.h"
#include "kernel/settings/SettingsStore.h"
#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Manifest.h"
#include "kernel/verbs/Registry.h"
#include "kernel/verbs/own/OwnVerbs.h"
#include "kernel/wire/Listener.h"
#include "kernel/wire/ListeningSocket.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{
namespace
{

constexpr std::chrono::milliseconds kWorkersPatience{1000};
constexpr std::chrono::milliseconds kAuditPatience{2000};
/// Nobody asks any more what they find.
constexpr std::chrono::milliseconds kChecksPatience{100};

/// Each check runs once at a time, so that there are never more threads than checks, and one that hangs takes none from another.
constexpr WorkerPool::Bounds kCheckThreads{.resident = 0, .most = 4'096, .idle = std::chrono::milliseconds{1'000}};

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
    const auto facts = SystemProcesses::shown() ? processes.facts(::getpid()) : std::nullopt;
    if (!facts) throw StartError{exit_status::kMissing, "/proc does not show this process"};
    return {.pid = ::getpid(), .started = facts->started};
}

} // namespace

struct Daemon::Parts
{
    Parts(const ServeOptions& options, OriginalState original, UniqueFd inherited, std::string plugins)
        : settings(openSettings(options)), socket(openSocket(options, std::move(inherited))), loop(log),
          info(std::move(original), socket.path(), clock.system()), state(options.state.empty() ? stateFolder() : options.state),
          auditFile(Poco::makeAuto<AuditFile>(state, AuditLimits::from(*settings).file)),
          audit({.channel = auditFile, .look = [folder = state] { return lookAtFolder(folder); }, .log = log, .clock = clock}),
          authorities(loop, clock, processes, static_cast<std::size_t>(settings->integer("events.ring"))),
          peers(authorities.principals, processes, ownProcess(processes)), manifest(registry), words(options.words),
          host(hostParts(options, std::move(plugins))), report({.health = health,
                                                                .places = {.loop = loop, .workers = checkThreads},
                                                                .requests = requests,
                                                                .registry = registry,
                                                                .host = host,
                                                                .info = info}),
          gate(registry, authorities.rights, log, gateHooks()), listener(wireParts()), manager(loop),
          shutdown(loop, listener, shutdownSteps())
    {
    }

    Host::Parts hostParts(const ServeOptions& options, std::string plugins)
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

    GateHooks gateHooks()
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

    WireParts wireParts()
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

    Shutdown::Steps shutdownSteps()
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

    void applyLimits();
    void registerVerbs();
    void registerHealth();
    void offerServices();
    void makeVerbs();
    void loadPlugins();
    void reload();
    std::shared_ptr<void> guardStart(const std::string& plugin);
    void startHangs(const std::string& plugin);
    void stopHangs(const std::string& plugin);
    void deny();
    void announce();

    // In the order in which they are needed; destroyed from the last to the first.
    std::unique_ptr<SettingsStore> settings;
    DaemonLog log{STDERR_FILENO};
    ListeningSocket socket;
    SystemClock clock;
    SystemProcesses processes;
    ControlLoop loop;
    WorkerPool workers{log};
    WorkerPool checkThreads{log, kCheckThreads};
    DaemonFacts info;
    std::string state;
    Poco::AutoPtr<AuditFile> auditFile;
    AuditTrail audit;
    Authorities authorities;
    PeersByDescent peers;
    Registry registry;
    Manifest manifest;
    HealthRegistry health;
    RequestStats requests;
    std::vector<std::string> words;   ///< of the command line
    std::atomic<bool> serving{false}; ///< clients may have something here
    Host host;
    HealthService report;
    Gate gate;
    Listener listener;
    ServiceManager manager;
    Shutdown shutdown;
    std::optional<OwnerFile> ownerFile;
};

void Daemon::Parts::applyLimits()
{
    const OperatorLimits limits = OperatorLimits::from(*settings);
    listener.limit(limits.wire);
    authorities.principals.limit(limits.principals);
    authorities.principals.grantUnknown(limits.unknown);
    const AuditLimits audited = AuditLimits::from(*settings);
    audit.limit(audited.required, audited.queue);
    auditFile->limit(audited.file);
    peers.ownerFromPanes(limits.ownerFromPanes);
}

void Daemon::Parts::registerVerbs()
{
    registry.describe({.name = "kernel", .version = VENOMX_VERSION, .summary = "Principals, events and the daemon itself"});
    registry.add("kernel", authorityVerbs({authorities.principals, authorities.index}));
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
    registerKernelChecks(kernel, {.host = host, .info = info, .worstTurn = [this] { return loop.takeWorstTurn(); }});
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

void Daemon::Parts::reload()
{
    manager.reloading();
    try
    {
        host.look();
        const auto restart = settings->reload(host.absent());
        log.configure(*settings);
        applyLimits();
        host.reload();
        deny();
        for (const std::string& key : restart) log.warning("this takes a restart: " + key);
        log.notice("configuration taken over");
    }
    catch (const SettingsError& error)
    {
        log.error(std::string{"configuration not taken over: "} + error.what());
    }
    manager.reloaded();
}

/// For whoever started the daemon by hand; a service manager is told in its own way.
void Daemon::Parts::announce()
{
    log.announce("listening on " + socket.path());
}

Daemon::Daemon(const ServeOptions& options, OriginalState original, UniqueFd inherited)
    : _parts(std::make_unique<Parts>(options, std::move(original), std::move(inherited), pluginFolder()))
{
    Parts& parts = *_parts;
    parts.log.configure(*parts.settings);
    parts.applyLimits();
    parts.loop.onTurnEnd(TurnStage::events, [&parts] { parts.authorities.subscriptions.sendAll(); });
    parts.authorities.principals.onRevoked([&parts](PrincipalId principal) { parts.listener.revoke(principal); });
    parts.makeVerbs();
    parts.loadPlugins();
}

Daemon::~Daemon() = default;

std::string Daemon::describe(const ServeOptions& options)
{
    const TemporaryFolder folder;
    ServeOptions own = options;
    own.socket = folder.path() + "/socket";
    own.state = folder.path();
    Parts parts{own, OriginalState{}, UniqueFd{}, pluginFolder()};
    parts.makeVerbs();
    parts.host.load();
    std::string text;
    JsonWriter{text}
        .beginObject()
        .rawField("manifest", parts.manifest.text())
        .field("hash", std::string_view{parts.manifest.hash()})
        .endObject();
    return text;
}

bool Daemon::run()
{
    Parts& parts = *_parts;
    parts.loop.onSignals({SIGTERM, SIGINT, SIGHUP},
                         [&parts](int signal)
                         {
                             if (signal == SIGHUP)
                                 parts.reload();
                             else
                                 parts.shutdown.begin();
                         });
    // The token itself goes at once; its digest stays.
    parts.ownerFile.emplace(parts.socket.path() + ".owner", parts.authorities.principals.renewOwner());
    parts.socket.listen();
    parts.serving = true;
    parts.listener.open(parts.socket.fd());
    parts.announce();
    parts.manager.ready();
    parts.loop.run();
    parts.ownerFile.reset();
    parts.socket.remove();
    const bool audited = parts.audit.finish(kAuditPatience);
    const bool checked = parts.checkThreads.finish(kChecksPatience);
    return parts.workers.finish(kWorkersPatience) && checked && audited;
}

} // namespace venomx::kernel
