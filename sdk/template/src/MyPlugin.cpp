#include "MyPlugin.h"

#include "greet.h"

namespace my_plugin
{
namespace
{

// Each key begins with the plugin's name. An operator writes it into venomx.properties; a wrong value stops the daemon's start.
constexpr venomx::SettingSpec kSettings[] = {
    {.key = "my-plugin.word",
     .kind = venomx::SettingSpec::Kind::text,
     .fallback = "hello",
     .summary = "What a greeting begins with",
     .choices = {"hello", "welcome"},
     .reloadable = true},
};

// So that callers are told what there is to wait for.
constexpr std::string_view kEvents[] = {"my_plugin.greeted"};

} // namespace

std::vector<venomx::Verb> MyPlugin::verbs()
{
    return {{.spec = &greetSpec(), .run = [this](venomx::Call& call) { greet(call, {_word, _greeted, *_events}); }}};
}

std::span<const std::string_view> MyPlugin::events() const
{
    return kEvents;
}

std::span<const venomx::SettingSpec> MyPlugin::settings() const
{
    return kSettings;
}

void MyPlugin::configure(const venomx::Settings& settings)
{
    _word = settings.text("my-plugin.word");
}

void MyPlugin::health(venomx::Health& health)
{
    health.counter(_greeted);
}

void MyPlugin::start(venomx::PluginContext& context)
{
    _events = &context.services.require<venomx::Events>();
}

} // namespace my_plugin
