#include "kernel/settings/Layers.h"

#include <Poco/AutoPtr.h>
#include <Poco/Util/LayeredConfiguration.h>
#include <Poco/Util/MapConfiguration.h>
#include <map>

#include "kernel/settings/PropertiesFile.h"
#include "kernel/settings/SettingsError.h"
#include "kernel/settings/Xdg.h"

namespace venomx::kernel
{

struct Layers::State
{
    struct Layer
    {
        Poco::AutoPtr<Poco::Util::MapConfiguration> values{new Poco::Util::MapConfiguration};
        std::map<std::string, std::string> places;
    };

    Poco::AutoPtr<Poco::Util::LayeredConfiguration> all{new Poco::Util::LayeredConfiguration};
    std::vector<Layer> layers; // lowest first
    std::vector<Mention> mentions;

    void add(const std::vector<PropertyLine>& entries, const std::string& name, bool numbered)
    {
        Layer layer;
        for (const PropertyLine& entry : entries)
        {
            const std::string place = numbered ? name + ':' + std::to_string(entry.line) : name;
            layer.values->setString(entry.key, entry.value);
            layer.places[entry.key] = place;
            mentions.push_back({entry.key, place});
        }
        // Poco asks lower numbers first.
        all->add(layer.values, name, -static_cast<int>(layers.size()), false);
        layers.push_back(std::move(layer));
    }
};

namespace
{

std::vector<PropertyLine> parseOverrides(const std::vector<std::string>& overrides)
{
    std::vector<PropertyLine> entries;
    for (const std::string& override : overrides)
    {
        const std::size_t equals = override.find('=');
        if (equals == std::string::npos || equals == 0) throw SettingsError("command line: -D takes key=value");
        entries.push_back({override.substr(0, equals), override.substr(equals + 1), 0});
    }
    return entries;
}

} // namespace

SettingsSources standardSources(std::string named, std::vector<std::string> overrides)
{
    SettingsSources sources{.files = {"/etc/venomx/venomx.properties"}, .named = std::move(named), .overrides = std::move(overrides)};
    if (const std::string folder = userFolder("XDG_CONFIG_HOME", ".config"); !folder.empty())
        sources.files.push_back(folder + "/venomx/venomx.properties");
    return sources;
}

Layers::Layers(const SettingsSources& sources) : _state(std::make_unique<State>())
{
    for (const std::string& file : sources.files)
        if (const auto entries = readProperties(file)) _state->add(*entries, file, true);
    if (!sources.named.empty())
    {
        const auto entries = readProperties(sources.named);
        if (!entries) throw SettingsError(sources.named + ": no such file");
        _state->add(*entries, sources.named, true);
    }
    _state->add(parseOverrides(sources.overrides), "command line", false);
}

Layers::~Layers() = default;
Layers::Layers(Layers&&) noexcept = default;
Layers& Layers::operator=(Layers&&) noexcept = default;

std::optional<Layers::Found> Layers::find(const std::string& key) const
{
    if (!_state->all->has(key)) return {};
    for (auto layer = _state->layers.rbegin(); layer != _state->layers.rend(); ++layer)
    {
        const auto place = layer->places.find(key);
        if (place != layer->places.end()) return Found{_state->all->getRawString(key), place->second};
    }
    return {};
}

const std::vector<Layers::Mention>& Layers::mentions() const
{
    return _state->mentions;
}

} // namespace venomx::kernel
