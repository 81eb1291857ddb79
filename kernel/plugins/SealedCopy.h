// A plugin's bytes copied to where nobody can change them any more, so that the bytes judged are the bytes run. A function;
// any thread.
#pragma once

#include <string>
#include <variant>
#include <venomx/sdk/unique_fd.h>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

struct SealedCopy
{
    UniqueFd fd;        ///< a sealed memfd; while it is open, `path` opens it
    std::string digest; ///< SHA-256 of the bytes, 64 hex digits

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(fd.get()); }
};

/// Reason: unreadable.
[[nodiscard]] std::variant<SealedCopy, Refused> sealedCopy(int file);

} // namespace venomx::kernel
