#include <algorithm>
#include <unistd.h>

#include "kernel/plugins/HostState.h"
#include "kernel/plugins/Order.h"

namespace venomx::kernel
{
namespace
{

bool among(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

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

void Host::State::refuse(PluginRecord& record, const Refused& why, PluginState state)
{
    record.state = state;
    record.reason = why.reason;
    record.sentence = why.sentence;
    if (state == PluginState::disabled) return;
    parts.log.error("plugin " + record.name + (record.file.empty() ? "" : " (" + record.file + ')') + ": " + why.sentence +
                    (why.detail.empty() ? "" : ": " + why.detail));
}

std::vector<std::string> Host::State::folders() const
{
    const std::string configured = parts.settings.text("plugins.dir");
    std::vector<std::string> all{configured.empty() ? parts.defaultDirectory : configured};
    for (const std::string& extra : parts.settings.list("plugins.extra_dirs")) all.push_back(extra);
    return all;
}

void Host::State::choose(PluginRecord& record, const Candidate& candidate)
{
    const auto enabled = parts.settings.list("plugins.enabled");
    const auto disabled = parts.settings.list("plugins.disabled");
    if (among(disabled, record.name))
        refuse(record, {"disabled", "plugins.disabled names it"}, PluginState::disabled);
    else if (!enabled.empty() && !among(enabled, record.name))
        refuse(record, {"not_enabled", "plugins.enabled does not name it"}, PluginState::disabled);
    else if (candidate.refused)
        refuse(record, *candidate.refused);
}

void Host::State::find()
{
    for (const Candidate& candidate : discover(folders(), geteuid(), ownBuild()))
    {
        PluginRecord record;
        record.name = candidate.name;
        record.file = candidate.file;
        if (candidate.stamp)
        {
            record.version = candidate.stamp->version;
            record.summary = candidate.stamp->summary;
            record.provides = candidate.stamp->provides;
            record.needs = candidate.stamp->needs;
        }
        choose(record, candidate);
        records.push_back(std::move(record));
    }
    nameMissing();
}

/// Names of the configuration that fit no file.
void Host::State::nameMissing()
{
    const auto found = [&](const std::string& name)
    { return std::any_of(records.begin(), records.end(), [&](const PluginRecord& record) { return record.name == name; }); };
    for (const std::string& name : parts.settings.list("plugins.enabled"))
    {
        if (found(name)) continue;
        PluginRecord record;
        record.name = name;
        refuse(record, {"not_found", "plugins.enabled names it, but no plugin folder holds " + name + ".so"});
        records.push_back(std::move(record));
    }
    for (const std::string& name : parts.settings.list("plugins.disabled"))
        if (!found(name)) parts.log.warning("plugins.disabled names " + name + ", but no plugin folder holds " + name + ".so");
}

void Host::State::order()
{
    std::vector<Node> nodes;
    std::map<std::string, std::string> absent;
    for (const PluginRecord& record : records)
    {
        if (record.reason.empty())
            nodes.push_back({record.name, record.provides, record.needs});
        else
            for (const std::string& service : record.provides) absent.emplace(service, record.name);
    }
    const auto ordered = kernel::startOrder(std::move(nodes), services.names(), absent);
    const auto usable = [&](const std::string& name)
    {
        const auto wanted = [&](const PluginRecord& record) { return record.name == name && record.reason.empty(); };
        return static_cast<std::size_t>(std::find_if(records.begin(), records.end(), wanted) - records.begin());
    };
    for (const std::string& name : ordered.names) startOrder.push_back(usable(name));
    for (const auto& [name, why] : ordered.refused) refuse(records[usable(name)], why);
}

/// A need whose provider was not taken in.
std::unique_ptr<Refused> Host::State::unmet(const PluginRecord& record) const
{
    for (const std::string& need : record.needs)
    {
        bool met = services.names().contains(need);
        for (const Taken& earlier : taken) met = met || among(records[earlier.record].provides, need);
        if (met) continue;
        return std::make_unique<Refused>(
            Refused{"missing_need", "plugin " + record.name + " needs " + need + ", whose plugin was not taken in"});
    }
    return nullptr;
}

std::unique_ptr<Refused> Host::State::takeIn(PluginRecord& record, Plugin& plugin)
{
    try
    {
        parts.settings.declare(record.name, plugin.settings());
        parts.registry.describe({record.name, record.version, record.summary, record.needs, record.provides, plugin.groups()});
        const std::vector<Verb> verbs = plugin.verbs();
        parts.registry.add(record.name, verbs);
        for (const Verb& verb : verbs) record.verbs.emplace_back(verb.spec->name);
        return nullptr;
    }
    catch (const SettingsError&)
    {
        throw;
    }
    catch (const BadSettingSpec& wrong)
    {
        return std::make_unique<Refused>(Refused{"bad_setting", wrong.what()});
    }
    catch (const RegistryError& wrong)
    {
        return std::make_unique<Refused>(Refused{wrong.reason(), wrong.what()});
    }
    catch (...)
    {
        return std::make_unique<Refused>(Refused{"exception", "it failed when asked what it has", described(std::current_exception())});
    }
}

void Host::State::take(std::size_t index)
{
    PluginRecord& record = records[index];
    auto why = unmet(record);
    if (!why && parts.probe)
    {
        ProbeVerdict verdict = parts.probe->probe(record.file);
        why = std::move(verdict.refused);
    }
    std::unique_ptr<Plugin> plugin;
    if (!why)
    {
        auto loaded = parts.loader->load(record.file);
        if (auto* refused = std::get_if<Refused>(&loaded))
            why = std::make_unique<Refused>(std::move(*refused));
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

} // namespace venomx::kernel
