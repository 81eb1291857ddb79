// The checks kernel.audit and kernel.state. Functions; the checks run on workers, and the parts outlive them. Registering: the
// control loop.
#pragma once

#include <venomx/sdk/health.h>

#include "kernel/audit/AuditFile.h"
#include "kernel/audit/AuditTrail.h"

namespace venomx::kernel
{

void registerAuditChecks(Health& health, AuditTrail& trail, const AuditFile& file);

/// What kernel.audit tells besides the state.
struct AuditFacts
{
    std::uint64_t written{0};
    std::uint64_t lost{0};
    bool required{false};
    bool rotates{true};
};
[[nodiscard]] CheckResult checkAudit(const AuditState& state, const AuditFacts& facts);
[[nodiscard]] CheckResult checkState(const AuditState& state);

} // namespace venomx::kernel
