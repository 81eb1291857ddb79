// The daemon's program, by its place beside this one, and what it tells without running. Functions; one thread.
#pragma once

#include <optional>
#include <string>

namespace venomx::client
{

/// Throws unavailable.program where the program's own place cannot be read.
[[nodiscard]] std::string daemonProgram();

/// The manifest of the installed plugins, as the result of `manifest.get`; nothing when it cannot be had within some seconds.
[[nodiscard]] std::optional<std::string> installedManifest();

} // namespace venomx::client
