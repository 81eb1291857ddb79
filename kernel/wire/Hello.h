// The first request of a connection: who speaks, in which version of the protocol. The connection's own, no verb of the
// registry, since it stands before identity and authority. Functions; control loop only.
#pragma once

#include <string>

#include "kernel/wire/WireContext.h"

namespace venomx::kernel
{

/// The speaker, from now on. Throws Refusal: invalid_params.schema, protocol.version, denied.token.
[[nodiscard]] PrincipalId greet(Value params, Arena& arena, const Standing& standing, const WireContext& context);

/// The JSON after "ok".
[[nodiscard]] std::string greeting(PrincipalId speaker, const WireContext& context);

} // namespace venomx::kernel
