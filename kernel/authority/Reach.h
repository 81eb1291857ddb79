// What a principal's grants cover, laid out so that asking costs the same for one grant and for hundreds. Made once for each
// list of grants, beside it. A value; control loop only.
#pragma once

#include <array>
#include <vector>

#include "kernel/authority/Grants.h"

namespace venomx::kernel
{

class Reach
{
public:
    Reach() = default; ///< nothing
    explicit Reach(const Grants& grants);

    /// Do they, held by `holder`, give `right` on the thing? Without a thing (nullptr): on scope `*`.
    [[nodiscard]] bool covers(PrincipalId holder, Right right, const Lineage* thing) const;
    /// On any scope at all.
    [[nodiscard]] bool has(Right right) const;
    [[nodiscard]] bool hasSelf(Right right) const { return of(right).self; }

private:
    struct OfRight
    {
        bool all{false};
        bool self{false};
        std::vector<ResourceId> things; ///< sorted
    };
    [[nodiscard]] const OfRight& of(Right right) const { return _rights.at(static_cast<std::size_t>(right)); }

    std::array<OfRight, 4> _rights;
};

} // namespace venomx::kernel
