#include "kernel/audit/AuditLimits.h"

namespace venomx::kernel
{

AuditLimits AuditLimits::from(const Settings& settings)
{
    return {.required = settings.boolean("audit.required"),
            .queue = static_cast<std::size_t>(settings.integer("audit.queue")),
            .file = {.bytes = static_cast<std::uint64_t>(settings.integer("audit.rotate_bytes")),
                     .files = static_cast<std::size_t>(settings.integer("audit.keep_files")),
                     .age = std::chrono::days{settings.integer("audit.keep_days")}}};
}

} // namespace venomx::kernel
