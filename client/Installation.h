// What the daemon's program tells of the installed plugins without serving. A function; one thread.
#pragma once

#include <optional>
#include <string>

namespace venomx::client
{

/// The manifest of the installed plugins, as the result of `manifest.get`; nothing when it cannot be had within some seconds.
[[nodiscard]] std::optional<std::string> installedManifest();

} // namespace venomx::client
