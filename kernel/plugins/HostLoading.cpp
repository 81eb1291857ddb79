#include <algorithm>

#include "kernel/plugins/HostState.h"
#include "kernel/plugins/TimeLimit.h"

namespace venomx::kernel
{
namespace
{

std::string described(const std::exception_ptr& failure)
{
    try
    {
        std::rethrow_exception(failure);
    }
    catch (const std::exception& known)
    {
        return known.what();
    }
    catch (...)
    {
        return "an exception that is not a std::exception";
    }
}

} // namespace

bool Host::State::wasTaken(const std::string& plugin) const
{
    return std::ranges::any_of(taken, [&](const Taken& known) { return records[known.record].name == plugin; });
}

/// A need whose provider was not taken in.
std::optional<Refused> Host::State::unmet(const PluginRecord& record) const
{
    for (const std::string& need : record.needs)
    {
        const auto provides = [&](const Taken& earlier)
        {
            const PluginRecord& provider = records[earlier.record];
            return provider.reason.empty() && std::ranges::find(provider.provides, need) != provider.provides.end();
        };
        if (!services.names().contains(need) && std::ranges::none_of(taken, provides))
            return Refused{"missing_need", "plugin " + record.name + " needs " + need + ", whose plugin was not taken in"};
    }
    return {};
}

std::optional<Refused> Host::State::takeIn(PluginRecord& record, Plugin& plugin)
{
    try
    {
        if (!_declared.contains(record.name)) parts.settings.declare(record.name, plugin.settings());
        _declared.insert(record.name);
        parts.registry.describe(
            {record.name, record.version, record.summary, record.needs, record.provides, plugin.groups(), plugin.events()});
        const std::vector<Verb> verbs = plugin.verbs();
        parts.registry.add(record.name, verbs);
        record.verbs.clear();
        for (const Verb& verb : verbs) record.verbs.emplace_back(verb.spec->name);
        return {};
    }
    catch (const SettingsError&)
    {
        throw;
    }
    catch (const BadSettingSpec& wrong)
    {
        return Refused{"bad_setting", wrong.what()};
    }
    catch (const RegistryError& wrong)
    {
        return Refused{wrong.reason(), wrong.what()};
    }
    catch (...)
    {
        return Refused{"exception", "it failed when this daemon asked what it has", described(std::current_exception())};
    }
}

std::vector<Suspect> Host::State::suspects(const std::vector<std::size_t>& wanted) const
{
    std::vector<Suspect> all;
    for (const std::size_t index : wanted) all.push_back({records[index].file, origins[index].path, origins[index].identity});
    return all;
}

void Host::State::take(std::size_t index, Verdict verdict)
{
    PluginRecord& record = records[index];
    record.verbs = std::move(verdict.verbs);
    std::optional<Refused> why = unmet(record);
    if (!why) why = std::move(verdict.refused);
    std::unique_ptr<Plugin> plugin;
    const TimeLimit limit(setting("plugins.start_ms"), startHangs(record));
    const auto guard = guardStart(record);
    if (!why)
    {
        origins[index].loaded = true;
        auto loaded = parts.loader->load(origins[index].path);
        if (auto* refused = std::get_if<Refused>(&loaded))
            why = std::move(*refused);
        else
            plugin = std::move(std::get<std::unique_ptr<Plugin>>(loaded));
    }
    if (!why) why = takeIn(record, *plugin);
    if (!why)
    {
        taken.push_back({index, std::move(plugin)});
        return;
    }
    parts.registry.withdraw(record.name);
    refuse(record, *why);
}

/// So that a request for a verb of theirs is told so. Where nobody has seen a plugin's verbs, its stamp names their families.
void Host::State::nameAbsent()
{
    for (const PluginRecord& record : records)
    {
        if (wasTaken(record.name)) continue;
        std::vector<std::string> verbs = record.verbs;
        const std::vector<std::string> own{record.name};
        if (verbs.empty())
            for (const std::string& family : record.families.empty() ? own : record.families)
                verbs.insert(verbs.end(), {family, family + ".*"});
        parts.registry.absent(record.name, std::move(verbs));
    }
}

} // namespace venomx::kernel
