#include "kernel/audit/AuditRecord.h"

#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/services/clock.h>

namespace venomx::kernel
{

std::string toLine(const AuditRecord& record)
{
    std::string line;
    line.reserve(192);
    JsonWriter json(line);
    json.beginObject()
        .field("at", rfc3339(record.at))
        .field("seq", record.seq)
        .field("principal", record.principal.str())
        .field("pid", static_cast<std::int64_t>(record.pid))
        .field("verb", record.verb)
        .key("targets")
        .beginArray();
    for (std::size_t i = 0; i < record.targets.size(); ++i) json.value(record.targets[i]);
    json.endArray().field("outcome", record.outcome).field("ms", static_cast<std::int64_t>(record.took.count())).endObject();
    return line;
}

} // namespace venomx::kernel
