#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "kernel/plugins/HostState.h"
#include "kernel/plugins/Order.h"
#include "kernel/settings/Nearest.h"

namespace venomx::kernel
{
namespace
{

bool among(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
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
    if (!configured.empty()) warnOfMissingFolder("plugins.dir", configured);
    for (const std::string& extra : parts.settings.list("plugins.extra_dirs"))
    {
        warnOfMissingFolder("plugins.extra_dirs", extra);
        all.push_back(extra);
    }
    return all;
}

void Host::State::warnOfMissingFolder(std::string_view key, const std::string& folder) const
{
    std::error_code unseen;
    if (std::filesystem::is_directory(folder, unseen)) return;
    parts.log.warning(parts.settings.source(key) + ": " + std::string{key} + " names " + folder + ", which is no folder that can be seen");
}

/// `plugins.enabled names paen, but no plugin folder holds paen.so; did you mean pane?`
std::string Host::State::missing(const std::string& key, const std::string& plugin) const
{
    std::vector<std::string_view> names;
    for (const PluginRecord& record : records)
        if (!record.file.empty()) names.push_back(record.name);
    const std::string_view meant = nearest(plugin, names);
    return key + " names " + plugin + ", but no plugin folder holds " + plugin + ".so" +
           (meant.empty() ? std::string{} : "; did you mean " + std::string{meant} + '?');
}

std::vector<Candidate> Host::State::candidates()
{
    auto digests = Digests::configured(parts.settings, geteuid());
    otherDigests = otherDigests || (digests && _digests && !digests->sameAs(*_digests));
    _digests = std::move(digests);
    return discover(folders(), {.daemon = geteuid(), .own = ownBuild(), .digests = _digests ? &*_digests : nullptr});
}

std::optional<Refused> Host::State::unwanted(const std::string& plugin) const
{
    const auto enabled = parts.settings.list("plugins.enabled");
    if (among(parts.settings.list("plugins.disabled"), plugin)) return Refused{"disabled", "plugins.disabled names it"};
    if (!enabled.empty() && !among(enabled, plugin)) return Refused{"not_enabled", "plugins.enabled does not name it"};
    return {};
}

/// The first file that is found of its name is taken for the one that did it.
const Ending* Host::State::leftOut(const Candidate& candidate)
{
    const auto known = parts.without.find(candidate.name);
    if (known == parts.without.end()) return nullptr;
    const auto file = _leftOut.emplace(candidate.name, candidate.identity).first;
    return file->second == candidate.identity ? &known->second : nullptr;
}

void Host::State::fill(std::size_t index, Candidate candidate)
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
        record.families = candidate.stamp->families;
        record.resident = candidate.stamp->resident;
    }
    if (candidate.copy) record.digest = candidate.copy->digest;
    if (const auto why = unwanted(record.name))
        refuse(record, *why, PluginState::disabled);
    else if (candidate.refused)
        refuse(record, *candidate.refused);
    else if (const Ending* ending = leftOut(candidate))
        refuse(record, leftOutFor(*ending), PluginState::failed);
    const std::string path = candidate.copy ? candidate.copy->path() : candidate.file;
    origins[index] = {path, std::move(candidate.identity), std::move(candidate.copy)};
    const bool passedBefore = !record.reason.empty() && !candidate.refused && parts.probe;
    if (passedBefore) record.verbs = parts.probe->remembered({record.file, path, origins[index].identity});
    records[index] = std::move(record);
}

void Host::State::add(Candidate candidate)
{
    records.emplace_back();
    origins.emplace_back();
    fill(records.size() - 1, std::move(candidate));
}

void Host::State::find()
{
    for (Candidate& candidate : candidates()) add(std::move(candidate));
    nameMissing();
}

/// Takes in what the folders hold now.
void Host::State::look()
{
    std::vector<Candidate> found = candidates();
    for (std::size_t i = 0; i < records.size(); ++i)
    {
        const auto here = [&](const Candidate& candidate) { return candidate.file == records[i].file; };
        origins[i].gone = std::ranges::none_of(found, here);
        if (origins[i].gone && records[i].state == PluginState::started)
            parts.log.warning("plugin " + records[i].name + " runs on, but its file is not there any more");
    }
    for (Candidate& candidate : found) lookAt(std::move(candidate));
}

/// What no folder holds and no setting names any more is not spoken of. What was loaded stays listed: its code is still here.
void Host::State::forgetGone()
{
    const auto enabled = parts.settings.list("plugins.enabled");
    std::vector<std::size_t> places(records.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < records.size(); ++i)
    {
        const bool named = among(enabled, records[i].name);
        if (origins[i].gone && !origins[i].loaded && (!named || !records[i].file.empty()))
        {
            parts.registry.absent(records[i].name, {});
            continue;
        }
        if (origins[i].gone && origins[i].loaded && records[i].state != PluginState::started)
            refuse(records[i], {"not_found", "its file is not there any more"}, named ? PluginState::refused : PluginState::disabled);
        places[i] = kept;
        if (kept != i)
        {
            records[kept] = std::move(records[i]);
            origins[kept] = std::move(origins[i]);
        }
        ++kept;
    }
    records.resize(kept);
    origins.resize(kept);
    for (Taken& known : taken) known.record = places[known.record];
}

/// A library that was loaded stays the one that it was: the system knows it by its path, and it cannot be unloaded.
void Host::State::lookAt(Candidate candidate)
{
    const auto same = [&](const PluginRecord& record)
    { return record.file == candidate.file || (record.file.empty() && record.name == candidate.name); };
    const auto index = static_cast<std::size_t>(std::ranges::find_if(records, same) - records.begin());
    const bool known = index < records.size();
    if (known && origins[index].loaded)
    {
        origins[index].changed = candidate.identity != origins[index].identity;
        if (origins[index].changed) parts.log.warning("plugin " + records[index].name + " has a new file, which takes a restart");
        if (candidate.refused && records[index].state == PluginState::started)
            parts.log.warning("plugin " + records[index].name +
                              " runs on, but its file would be refused now: " + candidate.refused->sentence);
        return;
    }
    if (std::ranges::find(_tried, index) != _tried.end()) return;
    for (std::size_t other = 0; other < records.size() && !candidate.refused; ++other)
        if (other != index && origins[other].loaded && records[other].name == candidate.name)
            candidate.refused =
                Refused{"duplicate_name", "a plugin named " + candidate.name + " was loaded before it, from " + records[other].file};
    if (known)
        fill(index, std::move(candidate));
    else
        add(std::move(candidate));
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
        refuse(record, {"not_found", missing("plugins.enabled", name)});
        records.push_back(std::move(record));
        origins.emplace_back();
    }
    for (const std::string& name : parts.settings.list("plugins.disabled"))
        if (!found(name)) parts.log.warning(missing("plugins.disabled", name));
}

/// Those that nothing speaks against and that do not run yet, each after those that it needs.
std::vector<std::size_t> Host::State::order()
{
    std::vector<Node> nodes;
    std::map<std::string, std::string> absent;
    const auto open = [](const PluginRecord& record) { return record.reason.empty() && record.state != PluginState::started; };
    for (const PluginRecord& record : records)
    {
        if (open(record))
            nodes.push_back({record.name, record.provides, record.needs});
        else if (record.state != PluginState::started)
            for (const std::string& service : record.provides) absent.emplace(service, record.name);
    }
    const auto ordered = kernel::startOrder(std::move(nodes), services.names(), absent);
    const auto usable = [&](const std::string& name)
    {
        const auto wanted = [&](const PluginRecord& record) { return record.name == name && open(record); };
        return static_cast<std::size_t>(std::find_if(records.begin(), records.end(), wanted) - records.begin());
    };
    std::vector<std::size_t> order;
    for (const std::string& name : ordered.names) order.push_back(usable(name));
    for (const auto& [name, why] : ordered.refused) refuse(records[usable(name)], why);
    return order;
}

} // namespace venomx::kernel
