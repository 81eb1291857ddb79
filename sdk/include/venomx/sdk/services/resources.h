// The kernel's index of what exists: id → kind, parent, creator, name. Authority is judged on it alone, so plugins report
// every creation and removal here, and know nothing of grants. Provided by the kernel; control loop only.
// The reporter keeps the rules: an id that was allocated, created once, below a parent that exists, and removed after all that is in it.
// Nobody but the test's fake checks that.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

class Resources : public Service
{
public:
    static constexpr ServiceName kService{"resources", 1};
    ~Resources() override;

    /// The next id of its kind, used up by the call.
    [[nodiscard]] virtual ResourceId allocate(ResourceKind kind) = 0;
    /// `own`: a pane's own principal; its creator is that principal's creator too.
    virtual void created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own = {}) = 0;
    /// Unknown: nothing.
    virtual void removed(ResourceId id) = 0;
    /// A name by which requests may address the thing (sessions); empty takes it away. Of two with one name the later has it.
    virtual void named(ResourceId id, std::string_view name) = 0;
    [[nodiscard]] virtual bool exists(ResourceId id) const = 0;
};

} // namespace v1
} // namespace venomx
