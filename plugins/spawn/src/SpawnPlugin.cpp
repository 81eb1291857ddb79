#include "SpawnPlugin.h"

#include "Candidates.h"
#include "Checks.h"

#include <algorithm>
#include <array>

namespace venomx::spawn
{
namespace
{

using namespace std::chrono_literals;

/// How long a start may be in its directory's file system before it counts as stuck, where that matters to others. Far above
/// what a file system that answers takes on a loaded machine.
constexpr std::chrono::milliseconds kPatience = 250ms;

constexpr std::array kSettings{
    SettingSpec{.key = "spawn.timeout_ms",
                .kind = SettingSpec::Kind::integer,
                .fallback = "10000",
                .summary = "Longest time that a start may take before it is given up",
                .minimum = 100,
                .maximum = 600'000,
                .reloadable = true},
    // One below the bound of the daemon's workers, so that starts without a working directory always find one.
    SettingSpec{.key = "spawn.stuck_limit",
                .kind = SettingSpec::Kind::integer,
                .fallback = "12",
                .summary = "How many starts may be in their working directory's file system at once",
                .minimum = 1,
                .maximum = 15,
                .reloadable = true},
};

} // namespace

SpawnPlugin::SpawnPlugin() : SpawnPlugin(std::make_shared<RealSystemCalls>()) {}

SpawnPlugin::SpawnPlugin(std::shared_ptr<SystemCalls> outside)
    : _context(std::make_shared<SpawnContext>(std::move(outside))), _spawner(_context)
{
}

SpawnPlugin::~SpawnPlugin() = default;

std::vector<GroupRef> SpawnPlugin::groups()
{
    return {kSpawnParams};
}

std::span<const SettingSpec> SpawnPlugin::settings() const
{
    return kSettings;
}

void SpawnPlugin::configure(const Settings& settings)
{
    _context->timeout = std::chrono::milliseconds{settings.integer("spawn.timeout_ms")};
    _stuckLimit = static_cast<std::size_t>(settings.integer("spawn.stuck_limit"));
    applySettings();
}

void SpawnPlugin::applySettings()
{
    if (_context->watchdog) _context->watchdog->configure(_stuckLimit, std::min(kPatience, _context->timeout));
}

void SpawnPlugin::health(Health& health)
{
    _context->counters.registerWith(health);
    health.check({"spawn.path", [this] { return checkPath(_context->base); }, CheckOn::loop});
    health.check({"spawn.base_env", [this] { return checkBase(_context->base); }, CheckOn::loop});
    health.check({"spawn.cwd", checkDirectory});
    health.check({"spawn.pty", [] { return checkPty(PtyUse::now()); }});
}

std::vector<Offer> SpawnPlugin::offers()
{
    return {{Spawner::kService, &_spawner}};
}

void SpawnPlugin::start(PluginContext& context)
{
    SpawnContext& shared = *_context;
    shared.loop = &context.services.require<Loop>();
    shared.workers = &context.services.require<Workers>();
    shared.daemon = &context.services.require<DaemonInfo>();
    shared.log = &context.log;

    const OriginalState& original = shared.daemon->original();
    shared.base = BaseEnvironment{original.environment};
    shared.original.umask = original.umask;
    shared.original.nice = original.nice;
    shared.original.limits = original.limits;
    shared.socket = shared.daemon->socketPath();
    shared.shell = LoginShell::ofThisUser();
    shared.systemPath = systemPath();

    shared.watchdog.emplace(*shared.loop);
    applySettings();
    shared.reaper.emplace(*shared.loop, shared.wanted);
}

void SpawnPlugin::stop()
{
    _spawner.close();
    if (_context->watchdog) _context->watchdog->close();
    _context->reaper.reset();
}

} // namespace venomx::spawn
