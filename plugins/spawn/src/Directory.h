// Resolves a request's working directory: the first time that a request touches the file system. On a worker, because a path
// may lie on a file system that does not answer. A failure is the refusal that the request gets.
#pragma once

#include "SystemCalls.h"

#include <optional>
#include <venomx/sdk/result.h>

namespace venomx::spawn
{

/// `resolved`: PATH_MAX bytes.
[[nodiscard]] std::optional<Refusal> resolveDirectory(SystemCalls& calls, const char* given, char* resolved);

} // namespace venomx::spawn
