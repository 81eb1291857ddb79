// The host's inside: the plugins that were taken in, and the two halves of its work. Control loop only.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>
#include <venomx/sdk/plugin.h>

#include "kernel/plugins/Discovery.h"
#include "kernel/plugins/Host.h"

namespace venomx::kernel
{

struct Host::State
{
    /// A plugin that was made. It stays until the daemon ends, also when it failed: calls may still refer to it.
    struct Taken
    {
        std::size_t record; // of `records`
        std::unique_ptr<Plugin> plugin;
        bool running{false};
    };

    explicit State(Parts given);

    // Loading.
    void find();
    void order();
    void take(std::size_t record);

    // Starting.
    void start(Taken& started);
    void stop(Taken& stopped);

    Parts parts;
    ServiceRegistry services;
    PluginContext context;
    std::vector<PluginRecord> records;   // while one is without a reason it may still be taken in
    std::vector<std::size_t> startOrder; // of `records`
    std::vector<Taken> taken;            // in start order

    void refuse(PluginRecord& record, const Refused& why, PluginState state = PluginState::refused);

private:
    void choose(PluginRecord& record, const Candidate& candidate);
    void nameMissing();
    [[nodiscard]] std::vector<std::string> folders() const;
    [[nodiscard]] std::unique_ptr<Refused> unmet(const PluginRecord& record) const;
    [[nodiscard]] std::unique_ptr<Refused> takeIn(PluginRecord& record, Plugin& plugin);
    void offerServices(const PluginRecord& record, Plugin& plugin);
    void publish(Literal kind, const PluginRecord& record);
};

} // namespace venomx::kernel
