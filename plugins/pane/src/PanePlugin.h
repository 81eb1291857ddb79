// The plugin `pane`: a process on a terminal with a screen. Made by the plugin host; control loop only.
#pragma once

#include <venomx/sdk/plugin.h>

#include "PaneTable.h"

namespace venomx::pane
{

class PanePlugin : public Plugin
{
public:
    [[nodiscard]] std::vector<Verb> verbs() override;
    [[nodiscard]] std::span<const std::string_view> events() const override;
    [[nodiscard]] std::span<const SettingSpec> settings() const override { return PaneSettings::specs(); }
    void configure(const Settings& settings) override { _table.configure(PaneSettings::from(settings)); }
    void health(Health& health) override { _table.registerHealth(health); }
    [[nodiscard]] std::vector<Offer> offers() override { return {{.name = Panes::kService, .service = &_table}}; }
    void start(PluginContext& context) override { _table.open(context.services, context.log); }
    void stop() override { _table.shut(); }

private:
    PaneTable _table;
};

} // namespace venomx::pane
