#include "kernel/verbs/Declared.h"

#include <algorithm>

namespace venomx::kernel
{
namespace
{

/// What any call may come to, whatever its verb.
constexpr std::string_view kCommon[] = {"unavailable.cancelled", "unavailable.shutdown", "unavailable.busy",
                                        "internal.plugin",       "internal.dropped",     "internal.result"};

bool among(std::span<const ErrorSpec> errors, std::string_view code)
{
    return std::any_of(errors.begin(), errors.end(), [&](const ErrorSpec& error) { return error.code == code; });
}

} // namespace

bool declares(const VerbSpec& spec, std::string_view code)
{
    if (among(spec.errors, code)) return true;
    for (const GroupRef& include : spec.include)
        if (among(include.group->errors, code)) return true;
    if (std::find(std::begin(kCommon), std::end(kCommon), code) != std::end(kCommon)) return true;
    // A verb that needs a right may find it missing on what its parameters lead to as well.
    for (const Authorize& entry : spec.authorize)
        if (code.starts_with("denied.") && code.substr(7) == toText(entry.right)) return true;
    return false;
}

} // namespace venomx::kernel
