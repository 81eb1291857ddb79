#include "kernel/verbs/ResultCheck.h"

#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>

#include "kernel/verbs/Schema.h"

namespace venomx::kernel
{
namespace
{

std::string_view word(SchemaReason reason)
{
    switch (reason)
    {
    case SchemaReason::missing:
        return "missing";
    case SchemaReason::type:
        return "type";
    case SchemaReason::unknown:
        return "unknown";
    case SchemaReason::choice:
        return "choice";
    case SchemaReason::range:
        break;
    }
    return "range";
}

} // namespace

std::string whyMisfit(const VerbSpec& spec, std::string_view json)
{
    // Deeper than requests may be: a layout nests.
    JsonReader reader(256);
    Arena arena;
    const auto read = reader.read(json, arena);
    if (read.error != JsonError::none) return "not a JSON object";
    const auto failure = misfitFields(read.value, spec.result);
    if (!failure) return {};
    return failure->path + " (" + std::string{word(failure->reason)} + ')';
}

} // namespace venomx::kernel
