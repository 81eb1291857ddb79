// What a plugin is: one class, made by the plugin host; its library is never unloaded.
// Life: constructed → verbs, groups, settings → configure → health → offers → start → (configure) → stop → destroyed at the
// daemon's end. All on the control loop. What it throws anywhere before it runs withdraws the plugin with its verbs; the rest
// of the daemon runs on. A new object is made when a plugin is tried again or enabled again, and one, up to its settings, in a process
// that only tries the file: so the constructor, verbs(), groups() and settings() do nothing but answer.
#pragma once

#include <Poco/ClassLibrary.h>
#include <span>
#include <string_view>
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

/// What a started plugin works with; all of it outlives the plugin. `services`: the control loop; `log`: any thread.
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

    /// Specs in static storage; functions that may refer to the plugin, which outlives their calls. None runs before `start`.
    [[nodiscard]] virtual std::vector<Verb> verbs() = 0;
    /// Parameter groups that this plugin owns, in static storage. None, unless overridden.
    [[nodiscard]] virtual std::vector<GroupRef> groups();
    /// Kinds of the events that it publishes, such as job.done, in static storage, so that callers can be told what there is to
    /// wait for. None, unless overridden.
    [[nodiscard]] virtual std::span<const std::string_view> events() const;
    /// Keys that begin with the plugin's name and a dot, in static storage. None, unless overridden.
    [[nodiscard]] virtual std::span<const SettingSpec> settings() const;
    /// Before start, and again, while it runs, when the operator reloads: what it throws then is logged, and it runs on. The values
    /// have passed their specs. Read here what is needed: `settings` is not for later.
    virtual void configure(const Settings& settings);
    /// Registers checks and numbers (health.h). They are withdrawn when the plugin stops or fails.
    virtual void health(Health& health);
    /// Exactly the services that its stamp lists in `provides`. Others may call them from now on until the plugin has stopped; they
    /// live as long as the plugin.
    [[nodiscard]] virtual std::vector<Offer> offers();
    /// Takes services, begins timers and threads. Must return within `plugins.start_ms`. When it throws, `stop` is not called: what it
    /// had begun it ends first.
    virtual void start(PluginContext& context);
    /// No verb of the plugin is called any more; calls that it still holds are answered here, or answer `internal.dropped` when they go.
    /// Afterwards none of its timers, watches, threads and jobs is left. Called in the reverse order of starting. Must return within
    /// `plugins.stop_ms`; what it throws is logged.
    virtual void stop();
};

} // namespace v1
} // namespace venomx

/// In exactly one source file of the plugin, at global scope: the class that Poco's ClassLoader makes, with a constructor that takes
/// nothing.
#define VENOMX_PLUGIN(CLASS)                                                                                                               \
    _Pragma("GCC visibility push(default)") POCO_BEGIN_MANIFEST(venomx::Plugin) POCO_EXPORT_CLASS(CLASS)                                   \
        POCO_END_MANIFEST _Pragma("GCC visibility pop") static_assert(true)
