#include "kernel/plugins/Host.h"

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
    State& state = *_state;
    state.find();
    const std::vector<std::size_t> order = state.order();
    std::vector<Verdict> verdicts(order.size());
    if (state.parts.probe && !order.empty()) verdicts = state.parts.probe->probe(state.suspects(order));
    for (std::size_t i = 0; i < order.size(); ++i) state.take(order[i], std::move(verdicts[i]));
    state.nameAbsent();
}

void Host::start()
{
    for (auto& taken : _state->taken) _state->start(taken);
}

void Host::look()
{
    _state->look();
}

bool Host::tellOtherDigests()
{
    return std::exchange(_state->otherDigests, false);
}

void Host::reload()
{
    _state->configureAgain();
    _state->dropUnwanted();
    _state->bringInWanted();
}

void Host::stop()
{
    _state->forgetTrials();
    // Not views::reverse, which clang 14 cannot read.
    for (auto taken = _state->taken.rbegin(); taken != _state->taken.rend(); ++taken) _state->stop(*taken);
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
