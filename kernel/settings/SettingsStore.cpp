#include "kernel/settings/SettingsStore.h"

#include <algorithm>
#include <stdexcept>

#include "kernel/settings/Nearest.h"

namespace venomx::kernel
{
namespace
{

bool plainKey(std::string_view key)
{
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789_-.";
    return key.find('.') != std::string_view::npos && !key.starts_with('.') && !key.ends_with('.') &&
           key.find_first_not_of(kAllowed) == std::string_view::npos;
}

void checkSpec(std::string_view owner, const SettingSpec& spec)
{
    const std::string key{spec.key};
    if (!plainKey(spec.key)) throw BadSettingSpec("setting \"" + key + "\" has a malformed key");
    if (owner != "kernel" && !spec.key.starts_with(std::string{owner} + '.'))
        throw BadSettingSpec("setting " + key + " does not begin with its plugin's name");
    if (spec.summary.empty()) throw BadSettingSpec("setting " + key + " has no summary");
    try
    {
        static_cast<void>(parseSetting(spec, spec.fallback));
    }
    catch (const std::invalid_argument& wrong)
    {
        throw BadSettingSpec("the default of setting " + key + " does not fit: it " + wrong.what());
    }
}

} // namespace

SettingsStore::SettingsStore(SettingsSources sources) : _sources(std::move(sources)), _layers(_sources) {}

void SettingsStore::hold(std::string key, Check check)
{
    _checks.insert_or_assign(std::move(key), std::move(check));
}

/// One key's value as the layers have it.
std::pair<SettingValue, std::string> SettingsStore::resolve(const Layers& layers, const SettingSpec& spec) const
{
    const auto found = layers.find(std::string{spec.key});
    if (!found) return {parseSetting(spec, spec.fallback), "default"};
    try
    {
        SettingValue value = parseSetting(spec, found->value);
        if (const auto check = _checks.find(spec.key); check != _checks.end()) check->second(value);
        return {std::move(value), found->source};
    }
    catch (const std::invalid_argument& wrong)
    {
        throw SettingsError(found->source + ": " + std::string{spec.key} + ' ' + wrong.what());
    }
}

void SettingsStore::declare(std::string_view owner, std::span<const SettingSpec> specs)
{
    Known added;
    for (const SettingSpec& spec : specs)
    {
        checkSpec(owner, spec);
        const std::string key{spec.key};
        if (_known.contains(key) || added.contains(key)) throw BadSettingSpec("setting " + key + " is declared twice");
        auto [value, source] = resolve(_layers, spec);
        added.emplace(key, InForce{spec, std::move(value), std::move(source)});
    }
    _known.merge(added);
}

std::vector<std::string> SettingsStore::unknown(const Layers& layers, const std::set<std::string>& absent) const
{
    std::vector<std::string_view> known;
    for (const auto& [key, inForce] : _known) known.push_back(key);
    std::vector<std::string> unjudged;
    for (const auto& mention : layers.mentions())
    {
        if (_known.contains(mention.key)) continue;
        const std::string plugin = mention.key.substr(0, mention.key.find('.'));
        if (absent.contains(plugin))
        {
            unjudged.push_back(mention.source + ": " + mention.key + " has no effect, since plugin " + plugin + " is not loaded");
            continue;
        }
        const std::string_view meant = nearest(mention.key, known);
        throw SettingsError(mention.source + ": unknown key " + mention.key +
                            (meant.empty() ? std::string{} : "; did you mean " + std::string{meant} + '?'));
    }
    return unjudged;
}

std::vector<std::string> SettingsStore::finish(const std::set<std::string>& absent)
{
    return unknown(_layers, absent);
}

SettingsStore::Reloaded SettingsStore::reload(const std::set<std::string>& absent)
{
    Layers layers(_sources);
    static_cast<void>(unknown(layers, absent));
    std::map<std::string, std::pair<SettingValue, std::string>> fresh;
    for (const auto& [key, inForce] : _known) fresh[key] = resolve(layers, inForce.spec);

    Reloaded reloaded;
    for (auto& [key, inForce] : _known)
    {
        auto& [value, source] = fresh[key];
        const bool same = value == inForce.value;
        if (!same) (inForce.spec.reloadable ? reloaded.changed : reloaded.restart).push_back(key);
        if (!same && !inForce.spec.reloadable) continue;
        inForce.value = std::move(value);
        inForce.source = std::move(source);
    }
    _layers = std::move(layers);
    return reloaded;
}

const SettingsStore::InForce& SettingsStore::inForce(std::string_view key) const
{
    const auto found = _known.find(key);
    if (found == _known.end()) throw std::logic_error("setting " + std::string{key} + " was not declared");
    return found->second;
}

const SettingValue& SettingsStore::value(std::string_view key, SettingSpec::Kind kind) const
{
    const InForce& found = inForce(key);
    if (found.spec.kind != kind) throw std::logic_error("setting " + std::string{key} + " is of another kind");
    return found.value;
}

const std::string& SettingsStore::source(std::string_view key) const
{
    return inForce(key).source;
}

std::string SettingsStore::text(std::string_view key) const
{
    return std::get<std::string>(value(key, SettingSpec::Kind::text));
}

std::int64_t SettingsStore::integer(std::string_view key) const
{
    return std::get<std::int64_t>(value(key, SettingSpec::Kind::integer));
}

bool SettingsStore::boolean(std::string_view key) const
{
    return std::get<bool>(value(key, SettingSpec::Kind::boolean));
}

std::vector<std::string> SettingsStore::list(std::string_view key) const
{
    return std::get<std::vector<std::string>>(value(key, SettingSpec::Kind::list));
}

std::vector<SettingsStore::Entry> SettingsStore::entries() const
{
    std::vector<Entry> all;
    for (const auto& [key, inForce] : _known) all.push_back({&inForce.spec, toText(inForce.value), inForce.source});
    return all;
}

} // namespace venomx::kernel
