// The plugin job: starts processes through the plugin spawn, exactly as a request asks, and waits for them.
// Made by the plugin host; the control loop only.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <venomx/sdk/plugin.h>

#include "Job.h"

namespace job
{

class JobPlugin : public venomx::Plugin
{
public:
    [[nodiscard]] std::vector<venomx::Verb> verbs() override;
    void health(venomx::Health& health) override;
    void start(venomx::PluginContext& context) override;
    void stop() override;

private:
    void run(venomx::Call& call);

    std::optional<Job::Parts> _parts;
    std::set<std::shared_ptr<Job>> _jobs;
};

} // namespace job
