// The plugin host: finds plugins, takes in those that fit, starts them in order and stops them in reverse. A plugin that
// fails is withdrawn with its verbs, services and checks; the rest of the daemon runs on.
// Owned by the daemon, which outlives it with everything that plugins use; control loop only.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>
#include <venomx/sdk/log.h>

#include "kernel/health/HealthRegistry.h"
#include "kernel/plugins/Loader.h"
#include "kernel/plugins/PluginRecord.h"
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
    /// Hands new settings to the plugins that run.
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
