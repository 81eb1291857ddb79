// What a plugin is: one class, made once by the plugin host and never unloaded.
// Life: constructed → (verbs, groups, settings read) → configure → health → offers → start → … → stop → destroyed at the
// daemon's end. All on the control loop. What it throws in configure or start withdraws the plugin with its verbs; the rest
// of the daemon runs on.
#pragma once

#include <Poco/ClassLibrary.h>
#include <span>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/log.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/settings.h>
#include <venomx/sdk/verb.h>

namespace venomx
{
inline namespace v1
{

/// What a started plugin works with; all of it outlives the plugin.
struct PluginContext
{
    Services& services;
    Log& log;
};

class Plugin
{
public:
    Plugin() = default;
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;
    virtual ~Plugin(); // key function

    [[nodiscard]] virtual std::vector<Verb> verbs() = 0;
    /// Parameter groups that this plugin owns.
    [[nodiscard]] virtual std::vector<GroupRef> groups();
    [[nodiscard]] virtual std::span<const SettingSpec> settings() const;
    /// Called before start, and again when the operator reloads.
    virtual void configure(const Settings& settings);
    virtual void health(Health& health);
    [[nodiscard]] virtual std::vector<Offer> offers();
    virtual void start(PluginContext& context);
    /// No verb of the plugin runs any more; calls that it still holds should be answered. Must return within seconds.
    virtual void stop();
};

} // namespace v1
} // namespace venomx

/// In exactly one source file of the plugin, at global scope: the class that Poco's ClassLoader makes.
#define VENOMX_PLUGIN(CLASS)                                                                                                               \
    _Pragma("GCC visibility push(default)") POCO_BEGIN_MANIFEST(venomx::Plugin) POCO_EXPORT_CLASS(CLASS)                                   \
        POCO_END_MANIFEST _Pragma("GCC visibility pop") static_assert(true)
