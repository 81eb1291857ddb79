#include <venomx/sdk/plugin.h>

namespace venomx
{
inline namespace v1
{

Plugin::~Plugin() = default;

std::vector<GroupRef> Plugin::groups()
{
    return {};
}

std::span<const SettingSpec> Plugin::settings() const
{
    return {};
}

std::span<const std::string_view> Plugin::events() const
{
    return {};
}

void Plugin::configure(const Settings&) {}

void Plugin::health(Health&) {}

std::vector<Offer> Plugin::offers()
{
    return {};
}

void Plugin::start(PluginContext&) {}

void Plugin::stop() {}

} // namespace v1
} // namespace venomx
