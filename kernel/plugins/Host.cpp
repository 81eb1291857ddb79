#include "kernel/plugins/Host.h"

#include <ranges>

#include "kernel/plugins/HostState.h"

namespace venomx::kernel
{

Host::State::State(Parts given) : parts(std::move(given)), context{services, parts.log}
{
    if (!parts.loader) parts.loader = classLoader();
}

Host::Host(Parts parts) : _state(std::make_unique<State>(std::move(parts))) {}

Host::~Host()
{
    stop();
    // Later plugins may refer to earlier ones.
    while (!_state->taken.empty()) _state->taken.pop_back();
}

ServiceRegistry& Host::services()
{
    return _state->services;
}

void Host::load()
{
    _state->find();
    _state->order();
    for (const std::size_t record : _state->startOrder) _state->take(record);
    for (const std::string& name : absent()) _state->parts.registry.absent(name);
}

void Host::start()
{
    for (auto& taken : _state->taken) _state->start(taken);
}

void Host::reload()
{
    for (auto& taken : _state->taken)
    {
        if (!taken.running) continue;
        try
        {
            taken.plugin->configure(_state->parts.settings);
        }
        catch (...)
        {
            _state->parts.log.error("plugin " + _state->records[taken.record].name + " did not take the new settings");
        }
    }
}

void Host::stop()
{
    for (auto& taken : std::views::reverse(_state->taken)) _state->stop(taken);
}

std::set<std::string> Host::absent() const
{
    std::set<std::string> names;
    for (const PluginRecord& record : _state->records) names.insert(record.name);
    for (const auto& taken : _state->taken) names.erase(_state->records[taken.record].name);
    return names;
}

const std::vector<PluginRecord>& Host::plugins() const
{
    return _state->records;
}

} // namespace venomx::kernel
