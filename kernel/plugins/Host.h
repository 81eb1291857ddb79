// The plugin host: finds plugins, tries them, takes in those that fit, starts them in order and stops them in reverse. A plugin
// that fails is withdrawn with its verbs, services and checks; the rest of the daemon runs on.
// Owned by the daemon, which outlives it with everything that plugins use; control loop only.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>
#include <venomx/sdk/log.h>

#include "kernel/health/HealthRegistry.h"
#include "kernel/plugins/Ending.h"
#include "kernel/plugins/Loader.h"
#include "kernel/plugins/PluginRecord.h"
#include "kernel/plugins/Probe.h"
#include "kernel/plugins/ServiceRegistry.h"
#include "kernel/settings/SettingsStore.h"
#include "kernel/verbs/Registry.h"

namespace venomx::kernel
{

class Host
{
public:
    struct Parts
    {
        SettingsStore& settings;
        HealthRegistry& health;
        Registry& registry;
        Log& log;
        std::string defaultDirectory; ///< for an empty plugins.dir
        std::unique_ptr<PluginLoader> loader{};
        std::unique_ptr<PluginProbe> probe{}; ///< none: files are loaded untried
        /// Plugins that kept an earlier life of this process from serving: they are left out, until their file is another one.
        std::map<std::string, Ending> without{};
        /// Held while a plugin's code runs on its way to being started.
        std::function<std::shared_ptr<void>(const std::string& plugin)> guardStart{};
        /// A plugin's start takes longer than plugins.start_ms. Called on a thread of its own, while the plugin keeps the
        /// control loop; it should not return. None: nothing limits a start.
        std::function<void(const std::string& plugin)> startHangs{};
        /// Likewise of a stop and plugins.stop_ms, for plugins that are not resident. `stop` may be called from there: it stops
        /// the others.
        std::function<void(const std::string& plugin)> stopHangs{};
    };

    explicit Host(Parts parts);
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    /// The kernel's own services are offered here, before `load`.
    [[nodiscard]] ServiceRegistry& services();

    /// Finds, judges, orders and makes the plugins, and takes in their settings and verbs. Throws SettingsError for a value of
    /// the operator's that does not fit.
    void load();
    /// Configures and starts them. Never throws.
    void start();
    /// Before new settings are read: sees which plugin files there are now.
    void look();
    /// Once after each change of what the file of plugins.digests lists, as `look` has seen it: true.
    [[nodiscard]] bool tellOtherDigests();
    /// Hands new settings to the plugins that run, stops those that the operator does not want any more, and brings in those
    /// that are wanted now, once they have been tried: that goes on while the loop runs. What is resident stays as it is.
    void reload();
    /// In reverse order. Nothing when nothing runs.
    void stop();

    /// Plugins that are there but were not taken in, for SettingsStore::finish.
    [[nodiscard]] std::set<std::string> absent() const;
    /// Every file found, and every plugin asked for and not found.
    [[nodiscard]] const std::vector<PluginRecord>& plugins() const;

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace venomx::kernel
