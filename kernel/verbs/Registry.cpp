#include "kernel/verbs/Registry.h"

#include <algorithm>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{

struct Registry::Owner
{
    PluginInfo info;
    bool live{true};
    std::vector<RegisteredVerb*> verbs;
    std::atomic<std::uint64_t> faults{0};
};

namespace
{

bool fits(std::string_view pattern, std::string_view verb)
{
    if (pattern == verb) return true;
    return pattern.ends_with(".*") && verb.starts_with(pattern.substr(0, pattern.size() - 1));
}

} // namespace

Registry::Registry() = default;
Registry::~Registry() = default;

Registry::Owner* Registry::owner(std::string_view plugin) const
{
    for (const auto& known : _owners)
        if (known->info.name == plugin) return known.get();
    return nullptr;
}

void Registry::describe(PluginInfo info)
{
    for (const std::string_view kind : info.events)
        if (!checks::verbName(kind) || kind.find('.') == std::string_view::npos)
            throw RegistryError("bad_spec", "a kind of its events is not written like family.happened");
    ++_revision;
    if (Owner* known = owner(info.name))
    {
        known->info = std::move(info);
        known->live = true;
        return;
    }
    _owners.push_back(std::make_unique<Owner>());
    _owners.back()->info = std::move(info);
}

void Registry::check(std::string_view plugin, const Verb& verb, std::set<std::string_view>& names) const
{
    if (verb.spec == nullptr || !verb.run) throw RegistryError("bad_spec", "a verb has no spec or no function");
    const std::string name{verb.spec->name};
    if (const std::string_view why = whyInvalid(*verb.spec); !why.empty())
        throw RegistryError("bad_spec", "verb " + name + ": " + std::string{why});
    if (!names.insert(verb.spec->name).second) throw RegistryError("duplicate_verb", "verb " + name + " is there twice");
    if (const RegisteredVerb* other = find(verb.spec->name); other != nullptr && (other->live || other->plugin != plugin))
        throw RegistryError("duplicate_verb", "verb " + name + " is already provided by " + std::string{other->plugin});
    for (const GroupRef& include : verb.spec->include)
    {
        const Owner* provider = owner(include.group->owner);
        const auto owns = [&](const GroupRef& group) { return group.group->name == include.group->name; };
        if (provider == nullptr || std::none_of(provider->info.groups.begin(), provider->info.groups.end(), owns))
            throw RegistryError("unknown_group", "verb " + name + " includes the group " + std::string{include.group->name} +
                                                     ", which plugin " + std::string{include.group->owner} + " does not provide");
    }
}

void Registry::add(std::string_view plugin, std::span<const Verb> verbs)
{
    Owner* into = owner(plugin);
    if (into == nullptr) throw std::logic_error("verbs of a plugin that was not described");
    std::set<std::string_view> names;
    for (const Verb& verb : verbs) check(plugin, verb, names);

    for (const Verb& verb : verbs)
    {
        auto& entry = _verbs[verb.spec->name];
        const bool again = entry != nullptr;
        const auto denies = [&](const std::string& pattern) { return fits(pattern, verb.spec->name); };
        const bool denied = std::any_of(_denied.begin(), _denied.end(), denies);
        if (again)
            *entry = {verb.spec, verb.run, into->info.name, &into->faults, Schema(*verb.spec), true, denied};
        else
            entry = std::make_unique<RegisteredVerb>(
                RegisteredVerb{verb.spec, verb.run, into->info.name, &into->faults, Schema(*verb.spec), true, denied});
        if (!again) into->verbs.push_back(entry.get());
    }
    if (const auto known = _absent.find(plugin); known != _absent.end()) _absent.erase(known);
    ++_revision;
}

void Registry::withdraw(std::string_view plugin)
{
    Owner* known = owner(plugin);
    if (known == nullptr) return;
    known->live = false;
    for (RegisteredVerb* verb : known->verbs) verb->live = false;
    ++_revision;
}

void Registry::absent(std::string_view plugin, std::vector<std::string> verbs)
{
    _absent.insert_or_assign(std::string{plugin}, std::move(verbs));
}

std::vector<std::string> Registry::deny(const std::vector<std::string>& patterns)
{
    _denied = patterns;
    std::vector<std::string> useless;
    for (const auto& [name, verb] : _verbs) verb->denied = false;
    for (const std::string& pattern : patterns)
    {
        bool used = false;
        for (const auto& [name, verb] : _verbs)
        {
            if (!fits(pattern, name)) continue;
            verb->denied = true;
            used = true;
        }
        if (!used) useless.push_back(pattern);
    }
    ++_revision;
    return useless;
}

std::string_view Registry::absentOwner(std::string_view name) const
{
    for (const auto& [plugin, verbs] : _absent)
        if (std::ranges::any_of(verbs, [&](const std::string& pattern) { return fits(pattern, name); })) return plugin;
    return {};
}

std::uint64_t Registry::faults(std::string_view plugin) const
{
    const Owner* known = owner(plugin);
    return known ? known->faults.load(std::memory_order_relaxed) : 0;
}

std::vector<Registry::Listing> Registry::listing() const
{
    std::vector<Listing> all;
    for (const auto& known : _owners)
    {
        if (!known->live) continue;
        Listing entry{&known->info, {}};
        std::copy_if(known->verbs.begin(), known->verbs.end(), std::back_inserter(entry.verbs),
                     [](const RegisteredVerb* verb) { return verb->callable(); });
        all.push_back(std::move(entry));
    }
    return all;
}

} // namespace venomx::kernel
