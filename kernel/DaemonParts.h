// The daemon's inside: its parts, in the order in which they need each other, and what they do together, a file each.
// Owned by the daemon; first thread, but for what says otherwise.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include "kernel/Authorities.h"
#include "kernel/Daemon.h"
#include "kernel/DaemonFacts.h"
#include "kernel/ServiceManager.h"
#include "kernel/Shutdown.h"
#include "kernel/audit/AuditFile.h"
#include "kernel/audit/AuditTrail.h"
#include "kernel/authority/OwnerFile.h"
#include "kernel/authority/Peers.h"
#include "kernel/health/DaemonLog.h"
#include "kernel/health/HealthRegistry.h"
#include "kernel/health/HealthService.h"
#include "kernel/health/RequestStats.h"
#include "kernel/loop/SystemClock.h"
#include "kernel/loop/WorkerPool.h"
#include "kernel/plugins/Host.h"
#include "kernel/settings/SettingsStore.h"
#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Manifest.h"
#include "kernel/verbs/Registry.h"
#include "kernel/wire/Listener.h"
#include "kernel/wire/ListeningSocket.h"

namespace venomx::kernel
{

/// How long the last lines of the audit are waited for.
constexpr std::chrono::milliseconds kAuditPatience{2000};

/// Each check runs once at a time, so that there are never more threads than checks, and one that hangs takes none from another.
constexpr WorkerPool::Bounds kCheckThreads{.resident = 0, .most = 4'096, .idle = std::chrono::milliseconds{1'000}};

struct Daemon::Parts
{
    /// `plugins`: the daemon's own folder of them. Throws like the daemon's constructor.
    Parts(const ServeOptions& options, OriginalState original, UniqueFd inherited, std::string plugins);

    // DaemonOffers.cpp
    void makeVerbs(); ///< the kernel's own, its checks and its services

    // DaemonPlugins.cpp
    void loadPlugins();
    void deny();

    // DaemonReload.cpp
    void applyLimits();
    void reload();

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
    std::size_t refusedReloads{0};    ///< since the last that was taken over
    Host host;
    HealthService report;
    Gate gate;
    Listener listener;
    ServiceManager manager;
    Shutdown shutdown;
    std::optional<OwnerFile> ownerFile;

private:
    // DaemonParts.cpp
    [[nodiscard]] Host::Parts hostParts(const ServeOptions& options, std::string plugins);
    [[nodiscard]] GateHooks gateHooks();
    [[nodiscard]] WireParts wireParts();
    [[nodiscard]] Shutdown::Steps shutdownSteps();

    // DaemonOffers.cpp
    void registerVerbs();
    void registerHealth();
    void offerServices();

    // DaemonPlugins.cpp
    [[nodiscard]] std::shared_ptr<void> guardStart(const std::string& plugin);
    void startHangs(const std::string& plugin);
    void stopHangs(const std::string& plugin);
};

} // namespace venomx::kernel
