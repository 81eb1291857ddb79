// The plugin `spawn`: starts processes for those who place them. It has no verb; it offers the service spawner/1 and owns the
// parameters that every verb which starts a process shares. Control loop only.
#pragma once

#include "ProcessSpawner.h"

#include <memory>
#include <venomx/sdk/plugin.h>

namespace venomx::spawn
{

class SpawnPlugin : public Plugin
{
public:
    SpawnPlugin();
    /// With an outside of the test's.
    explicit SpawnPlugin(std::shared_ptr<SystemCalls> outside);
    ~SpawnPlugin() override;

    [[nodiscard]] std::vector<Verb> verbs() override { return {}; }
    [[nodiscard]] std::vector<GroupRef> groups() override;
    [[nodiscard]] std::span<const SettingSpec> settings() const override;
    void configure(const Settings& settings) override;
    void health(Health& health) override;
    [[nodiscard]] std::vector<Offer> offers() override;
    void start(PluginContext& context) override;
    void stop() override;

private:
    void applySettings();

    std::shared_ptr<SpawnContext> _context;
    ProcessSpawner _spawner;
    std::size_t _stuckLimit{12};
};

} // namespace venomx::spawn
