// Builds a child's whole environment before the child exists: base, without what the request names, then the request's
// variables, then the daemon's own. In the launch's arena, which is wiped once the exec status is known.
// Pure but for the arena; one thread at a time. Throws std::bad_alloc.
#pragma once

#include "BaseEnvironment.h"
#include "EnvironmentRules.h"

#include <optional>
#include <string_view>
#include <venomx/sdk/services/spawner.h>

namespace venomx::spawn
{

struct ChildEnvironment
{
    char** entries{nullptr}; ///< for execve; ends with a null pointer
    std::optional<std::string_view> path;
};

/// What the daemon says to the child, whatever the request said.
struct DaemonVariables
{
    const LaunchIdentity& identity;
    std::string_view socket;
    std::optional<std::string_view> directory; ///< resolved
};

[[nodiscard]] ChildEnvironment buildEnvironment(Arena& arena, const BaseEnvironment& base, const EnvironmentChange& change,
                                                const DaemonVariables& daemon);

} // namespace venomx::spawn
