// Makes plugins from files that discovery has passed, through Poco's class loader. A library is never unloaded, so what it
// handed out stays valid for the process's life. Owned by the host; control loop only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>

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

/// `beforeMaking`: called when a file's library is loaded and before its class is made.
[[nodiscard]] std::unique_ptr<PluginLoader> classLoader(std::function<void()> beforeMaking = {});

} // namespace venomx::kernel
