#include <algorithm>
#include <sys/epoll.h>

#include "kernel/plugins/HostState.h"

namespace venomx::kernel
{
namespace
{

bool needsAnyOf(const PluginRecord& record, const std::vector<std::string>& services)
{
    return std::ranges::any_of(record.needs, [&](const std::string& need) { return std::ranges::find(services, need) != services.end(); });
}

} // namespace

void Host::State::configureAgain()
{
    for (Taken& known : taken)
    {
        if (!known.running) continue;
        try
        {
            known.plugin->configure(parts.settings);
        }
        catch (...)
        {
            parts.log.error("plugin " + records[known.record].name + " did not take the new settings");
        }
    }
}

/// Of the running ones, as indexes of `taken`: what is resident, and what a resident one needs.
std::set<std::size_t> Host::State::staying() const
{
    std::set<std::size_t> all;
    for (std::size_t i = taken.size(); i-- > 0;)
    {
        if (!taken[i].running) continue;
        const PluginRecord& record = records[taken[i].record];
        const auto leansOnIt = [&](std::size_t other) { return needsAnyOf(records[taken[other].record], record.provides); };
        if (record.resident || std::ranges::any_of(all, leansOnIt)) all.insert(i);
    }
    return all;
}

void Host::State::drop(Taken& dropped, const std::optional<Refused>& why)
{
    PluginRecord& record = records[dropped.record];
    stop(dropped);
    if (why)
    {
        refuse(record, *why, PluginState::disabled);
        parts.log.notice("plugin " + record.name + " stopped: " + why->sentence);
    }
    else
        refuse(record, {"missing_need", "plugin " + record.name + " needs a plugin that was disabled"});
    publish("plugin.stopped", record);
}

void Host::State::dropUnwanted()
{
    const std::set<std::size_t> kept = staying();
    std::vector<std::string> gone; // services
    std::vector<std::pair<std::size_t, std::optional<Refused>>> dropped;
    for (std::size_t i = 0; i < taken.size(); ++i)
    {
        if (!taken[i].running) continue;
        const PluginRecord& record = records[taken[i].record];
        auto why = unwanted(record.name);
        if (why && kept.contains(i)) parts.log.warning("this takes a restart: plugin " + record.name + ": " + why->sentence);
        if (kept.contains(i) || (!why && !needsAnyOf(record, gone))) continue;
        gone.insert(gone.end(), record.provides.begin(), record.provides.end());
        dropped.emplace_back(i, std::move(why));
    }
    for (auto last = dropped.rbegin(); last != dropped.rend(); ++last) drop(taken[last->first], last->second);
}

/// Opens the way for what was not wanted before, and for what failed: its settings, or what it needs, may be others now.
void Host::State::forgive()
{
    for (PluginRecord& record : records)
    {
        const Origin& origin = origins[static_cast<std::size_t>(&record - records.data())];
        if (record.state == PluginState::started || record.file.empty() || origin.gone) continue;
        if (const auto why = unwanted(record.name))
            refuse(record, *why, PluginState::disabled);
        else if (record.resident && record.state == PluginState::disabled)
            parts.log.warning("this takes a restart: plugin " + record.name + " is enabled now");
        else if (!record.resident && (record.state == PluginState::disabled || (origin.loaded && !origin.changed)))
        {
            record.reason = {};
            record.state = PluginState::refused;
        }
    }
}

void Host::State::bringInWanted()
{
    _again = _trials != nullptr;
    if (_again) return;
    forgetGone();
    nameMissing();
    forgive();
    _tried = order();
    if (parts.probe && !_tried.empty()) _trials = parts.probe->start(suspects(_tried));
    auto* loop = services.find<Loop>();
    if (!_trials || _trials->advance() || loop == nullptr) return finishTrials();
    _watched = _trials->fd();
    loop->watch(_watched, EPOLLIN,
                [this](std::uint32_t)
                {
                    if (_trials->advance()) finishTrials();
                });
    _patience = loop->after(probePatience(_tried.size()), [this] { finishTrials(); });
}

void Host::State::forgetTrials()
{
    auto* loop = services.find<Loop>();
    if (_patience != EventLoop::TimerId::none && loop != nullptr)
    {
        loop->unwatch(_watched);
        loop->cancel(_patience);
        _patience = EventLoop::TimerId::none;
    }
    _trials.reset();
    _tried.clear();
}

void Host::State::finishTrials()
{
    const std::vector<std::size_t> tried = _tried;
    std::vector<Verdict> verdicts(tried.size());
    const auto trials = std::move(_trials);
    forgetTrials();
    if (trials) verdicts = trials->finish();
    for (std::size_t i = 0; i < tried.size(); ++i) bringIn(tried[i], std::move(verdicts[i]));
    nameAbsent();
    if (_again) bringInWanted();
}

void Host::State::bringIn(std::size_t index, Verdict verdict)
{
    try
    {
        take(index, std::move(verdict));
    }
    catch (const SettingsError& error)
    {
        // At the daemon's start this would end it; here it is this plugin's alone.
        return refuse(records[index], {"setting", error.what()});
    }
    if (taken.empty() || taken.back().record != index || taken.back().running) return;
    start(taken.back());
    if (taken.back().running) parts.log.notice("plugin " + records[index].name + " started");
}

} // namespace venomx::kernel
