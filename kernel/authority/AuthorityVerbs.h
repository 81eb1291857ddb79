// The kernel's verbs about principals, a file each. Functions that make them; the parts outlive them.
#pragma once

#include <vector>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/verb.h>

#include "kernel/authority/PrincipalTable.h"

namespace venomx::kernel
{

struct AuthorityParts
{
    PrincipalTable& principals;
    const ResourceIndex& index;
    const DaemonInfo& daemon;
};

[[nodiscard]] Verb whoami(AuthorityParts parts);
[[nodiscard]] Verb principalList(AuthorityParts parts);
[[nodiscard]] Verb principalCreate(AuthorityParts parts);
[[nodiscard]] Verb principalRevoke(AuthorityParts parts);

[[nodiscard]] std::vector<Verb> authorityVerbs(AuthorityParts parts);

namespace authority_fields
{
inline constexpr Param kGrant[] = {
    {.name = "right", .type = Type::string(), .required = true, .summary = "read, write, spawn or admin"},
    {.name = "scope", .type = Type::string(), .required = true, .summary = "*, self, session:<id>, window:<id> or pane:<id>"},
};
inline constexpr Type kGrantItem = Type::object(kGrant);
} // namespace authority_fields

} // namespace venomx::kernel
