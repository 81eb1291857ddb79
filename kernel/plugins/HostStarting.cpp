#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <venomx/sdk/services/events.h>

#include "kernel/plugins/HostState.h"
#include "kernel/plugins/TimeLimit.h"

namespace venomx::kernel
{
namespace
{

/// Runs one step of a plugin's start; says what went wrong.
template <class Step>
std::optional<Refused> attempt(Literal reason, const char* sentence, const Step& step)
{
    try
    {
        step();
        return {};
    }
    catch (const MissingService& missing)
    {
        return Refused{"missing_need", "it asks for the service " + missing.name() + ", which nobody provides"};
    }
    catch (const std::exception& failure)
    {
        return Refused{reason, sentence, failure.what()};
    }
    catch (...)
    {
        return Refused{reason, sentence, "an exception that is not a std::exception"};
    }
}

} // namespace

void Host::State::offerServices(const PluginRecord& record, Plugin& plugin)
{
    for (const Offer& offer : plugin.offers())
    {
        if (std::find(record.provides.begin(), record.provides.end(), offer.name.str()) == record.provides.end())
            throw std::invalid_argument("it offers " + offer.name.str() + ", which its stamp does not list");
        services.offer(record.name, offer);
    }
    for (const std::string& promised : record.provides)
        if (!services.names().contains(promised)) throw std::invalid_argument("its stamp lists " + promised + ", which it does not offer");
}

std::chrono::milliseconds Host::State::setting(std::string_view key) const
{
    return std::chrono::milliseconds{parts.settings.integer(key)};
}

std::function<void()> Host::State::startHangs(const PluginRecord& record) const
{
    if (!parts.startHangs) return {};
    return [this, name = record.name] { parts.startHangs(name); };
}

std::shared_ptr<void> Host::State::guardStart(const PluginRecord& record) const
{
    return parts.guardStart ? parts.guardStart(record.name) : nullptr;
}

void Host::State::start(Taken& started)
{
    PluginRecord& record = records[started.record];
    Plugin& plugin = *started.plugin;
    const TimeLimit limit(setting("plugins.start_ms"), startHangs(record));
    const auto guard = guardStart(record);
    std::optional<Refused> why;
    for (const std::string& need : record.needs)
        if (!why && !services.names().contains(need))
            why = Refused{"missing_need", "plugin " + record.name + " needs " + need + ", whose plugin did not start"};
    if (!why)
        why = attempt("configure", "its configure() threw an exception when this daemon handed it the settings",
                      [&] { plugin.configure(parts.settings); });
    if (!why)
        why = attempt("health", "its health() threw an exception when this daemon asked for its checks",
                      [&] { plugin.health(parts.health.section(record.name)); });
    if (!why)
        why =
            attempt("offers", "the services that it offers this daemon are not those of its stamp", [&] { offerServices(record, plugin); });
    if (!why) why = attempt("start", "its start() threw an exception at this daemon", [&] { plugin.start(context); });
    if (!why)
    {
        started.running = true;
        record.state = PluginState::started;
        publish("plugin.started", record);
        return;
    }
    services.withdraw(record.name);
    parts.health.withdraw(record.name);
    parts.registry.withdraw(record.name);
    refuse(record, *why, PluginState::failed);
    publish("plugin.failed", record);
}

void Host::State::stop(Taken& stopped)
{
    if (!stopped.running) return;
    stopped.running = false;
    PluginRecord& record = records[stopped.record];
    parts.registry.withdraw(record.name);
    const auto before = std::chrono::steady_clock::now();
    std::optional<Refused> why;
    {
        // What is resident ends what clients left behind, and knows itself how long that may take.
        std::function<void()> hangs;
        if (!record.resident && parts.stopHangs) hangs = [this, name = record.name] { parts.stopHangs(name); };
        const TimeLimit limit(setting("plugins.stop_ms"), std::move(hangs));
        why = attempt("stop", "its stop() failed", [&] { stopped.plugin->stop(); });
    }
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - before);
    services.withdraw(record.name);
    parts.health.withdraw(record.name);
    if (why) parts.log.error("plugin " + record.name + ": " + why->sentence + ": " + why->detail);
    if (took > setting("plugins.stop_ms"))
        parts.log.warning("plugin " + record.name + " took " + std::to_string(took.count()) + " ms to stop");
}

void Host::State::publish(Literal kind, const PluginRecord& record)
{
    auto* events = services.find<Events>();
    if (events == nullptr) return;
    Result data;
    data.field("plugin", std::string_view{record.name});
    if (!record.reason.empty()) data.field("reason", record.reason);
    events->publish(kind, {}, std::move(data));
}

} // namespace venomx::kernel
