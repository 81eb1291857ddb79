// The plugin my-plugin: what it is configured with, and its verbs. Made by the plugin host; the control loop only.
#pragma once

#include <string>
#include <string_view>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/services/events.h>

namespace my_plugin
{

class MyPlugin : public venomx::Plugin
{
public:
    [[nodiscard]] std::vector<venomx::Verb> verbs() override;
    [[nodiscard]] std::span<const std::string_view> events() const override;
    [[nodiscard]] std::span<const venomx::SettingSpec> settings() const override;
    void configure(const venomx::Settings& settings) override;
    void health(venomx::Health& health) override;
    void start(venomx::PluginContext& context) override;

private:
    std::string _word;
    venomx::Counter _greeted{"my_plugin.greeted", {}, {}};
    venomx::Events* _events{nullptr};
};

} // namespace my_plugin
