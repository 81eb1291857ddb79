// Makes plugins from files that discovery has passed, through Poco's class loader. A library is never unloaded, so what it
// handed out stays valid for the process's life. Owned by the host; control loop only.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "kernel/plugins/PluginRecord.h"

namespace venomx
{
inline namespace v1
{
class Plugin;
} // namespace v1
} // namespace venomx

namespace venomx::kernel
{

class PluginLoader
{
public:
    virtual ~PluginLoader() = default;
    /// Reasons: symbols, manifest, classes, constructor.
    [[nodiscard]] virtual std::variant<std::unique_ptr<Plugin>, Refused> load(const std::string& file) = 0;
};

[[nodiscard]] std::unique_ptr<PluginLoader> classLoader();

/// What a trial in another process found, before a file is loaded into this one.
struct ProbeVerdict
{
    std::vector<std::string> verbs{}; ///< known even when the plugin is not to be loaded
    std::unique_ptr<Refused> refused{};
};

class PluginProbe
{
public:
    virtual ~PluginProbe() = default;
    [[nodiscard]] virtual ProbeVerdict probe(const std::string& file) = 0;
};

} // namespace venomx::kernel
