// Writes the daemon's frames, each one line, straight into a connection's output. Functions; control loop only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <venomx/sdk/literal.h>
#include <venomx/sdk/result.h>
#include <venomx/sdk/wiped_queue.h>

namespace venomx::kernel
{

/// {"id":7,"<member>":<json>}
void writeFrame(WipedQueue& out, std::uint64_t id, Literal member, std::string_view json);
/// {"id":7,"error":…}; without an id, null.
void writeRefusal(WipedQueue& out, std::optional<std::uint64_t> id, const Refusal& refusal);
/// {"id":7,"end":{"reason":…}}
void writeEnd(WipedQueue& out, std::uint64_t id, Literal reason);

} // namespace venomx::kernel
