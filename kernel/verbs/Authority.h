// What the gate asks of authority. Judged on the kernel's own index alone, before any verb looks anything up.
// Control loop only.
#pragma once

#include <optional>
#include <string_view>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/verb.h>

namespace venomx::kernel
{

/// What a parameter names, as far as its caller may know.
struct Target
{
    bool allowed{false};            ///< false: denied, whether or not it exists
    std::optional<ResourceId> id{}; ///< set: exists
};

class Authority
{
public:
    virtual ~Authority() = default;
    /// No `on`: scope `*`. An id that does not exist is covered by `*` alone.
    [[nodiscard]] virtual bool may(PrincipalId caller, Right right, std::optional<ResourceId> on) const = 0;
    /// `text` is an id, or a session's name (looked for only among sessions that the caller may address in any way).
    [[nodiscard]] virtual Target resolve(PrincipalId caller, Right right, ResourceKind kind, std::string_view text) const = 0;
};

} // namespace venomx::kernel
