// The refusals that the gate itself gives: code and message side by side. Functions; any thread.
#pragma once

#include <string_view>
#include <venomx/sdk/result.h>

namespace venomx::kernel::gate_errors
{

[[nodiscard]] inline Refusal noVerb()
{
    return {"not_found.verb", "no such verb"};
}

[[nodiscard]] inline Refusal unavailable(Literal message, std::string_view plugin)
{
    std::string json;
    JsonWriter(json).value(plugin);
    return Refusal{"unavailable.verb", message}.withJson("plugin", json);
}

[[nodiscard]] inline Refusal verbUnavailable(std::string_view plugin)
{
    return unavailable("the verb's plugin is not running", plugin);
}

/// verbs.denied
[[nodiscard]] inline Refusal verbWithheld(std::string_view plugin)
{
    return unavailable("the operator withholds this verb", plugin);
}

[[nodiscard]] inline Refusal auditUnavailable()
{
    return {"unavailable.audit", "the audit cannot be written"};
}

[[nodiscard]] inline Refusal undeclaredError()
{
    return {"internal.undeclared_error", "the verb failed with an error that it does not declare"};
}

[[nodiscard]] inline Refusal badResult()
{
    return {"internal.result", "the verb's result is not as it declares"};
}

} // namespace venomx::kernel::gate_errors
