// Grants: rights on scopes. What they cover is Reach.h's.
// Values and functions of the kernel's own index; control loop only. Parsing throws Refusal invalid_params.grant_scope.
#pragma once

#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/value.h>
#include <venomx/sdk/verb.h>

#include "kernel/authority/ResourceIndex.h"

namespace venomx::kernel
{

struct Scope
{
    enum class Kind : std::uint8_t
    {
        all,
        self,
        thing
    };
    Kind kind{Kind::all};
    ResourceId thing{};

    /// `*`, `self`, `session:s0`, `window:w0` or `pane:p0`, and nothing else.
    [[nodiscard]] static std::optional<Scope> parse(std::string_view text);
    [[nodiscard]] std::string str() const;
    bool operator==(const Scope&) const = default;
};

struct Grant
{
    Right right{Right::read};
    Scope scope{};
    /// Where the scope's thing stood when the grant was given, so that what the grant was is known after the thing has gone.
    LineagePtr lineage{};
};
using Grants = std::vector<Grant>;

[[nodiscard]] std::optional<Right> parseRight(std::string_view text);
/// A request's `grants`, which passed the schema.
[[nodiscard]] Grants parseGrants(const Value& list, const ResourceIndex& index);
/// `read *`, as an operator writes it in the configuration. Nothing: malformed.
[[nodiscard]] std::optional<Grant> parseGrant(std::string_view words);
/// read self, write self
[[nodiscard]] Grants defaultGrants();
/// Every right on `*`.
[[nodiscard]] Grants allGrants();
[[nodiscard]] std::string toJson(const Grants& grants);

} // namespace venomx::kernel
