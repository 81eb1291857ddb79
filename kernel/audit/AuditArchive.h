// The audit's full files: `audit.jsonl.20261130T140511042Z`, named for the time at which they were put aside.
// Functions that touch the file system: any thread but the control loop.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace venomx::kernel::audit_archive
{

/// Renames the file in use. False: that failed, and it is still in use.
[[nodiscard]] bool putAside(const std::string& folder);

/// Removes the oldest past `files`, and those put aside longer than `age` ago (0: however long). What cannot be removed stays.
void purge(const std::string& folder, std::size_t files, std::chrono::days age);

} // namespace venomx::kernel::audit_archive
