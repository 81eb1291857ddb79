// What is installed: this program's place, the daemon's program beside it, and what that tells of the plugins without serving. Functions;
// one thread.
#pragma once

#include <optional>
#include <string>

namespace venomx::client
{

/// The absolute path of this program. Throws unavailable.program where it cannot be read.
[[nodiscard]] std::string ownProgram();
/// Throws like ownProgram.
[[nodiscard]] std::string daemonProgram();

/// The manifest of the installed plugins, as the result of `manifest.get`; nothing when it cannot be had within some seconds.
[[nodiscard]] std::optional<std::string> installedManifest();

} // namespace venomx::client
