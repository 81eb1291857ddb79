// The refusals of the wire itself: code and message side by side. Functions; any thread.
#pragma once

#include <venomx/sdk/result.h>

namespace venomx::kernel::wire_errors
{

[[nodiscard]] inline Refusal syntax()
{
    return {"protocol.syntax", "malformed frame"};
}
[[nodiscard]] inline Refusal encoding()
{
    return {"protocol.encoding", "the frame is not valid UTF-8"};
}
[[nodiscard]] inline Refusal frameTooLarge()
{
    return {"protocol.frame_too_large", "the frame is over the limit"};
}
[[nodiscard]] inline Refusal id()
{
    return {"protocol.id", "id must be an integer from 0 to 2^53-1 that is not in use"};
}
[[nodiscard]] inline Refusal helloFirst()
{
    return {"protocol.hello", "the first request must be hello"};
}
[[nodiscard]] inline Refusal helloAgain()
{
    return {"protocol.hello", "hello has been said"};
}
[[nodiscard]] inline Refusal helloLate()
{
    return {"protocol.hello", "hello was not said in time"};
}
[[nodiscard]] inline Refusal busy()
{
    return {"unavailable.busy", "too many connections"};
}
[[nodiscard]] inline Refusal version()
{
    return Refusal{"protocol.version", "this protocol version is not spoken"}.withJson("supported", "[1]");
}
[[nodiscard]] inline Refusal peer()
{
    return {"denied.peer", "permission denied"};
}
[[nodiscard]] inline Refusal token()
{
    return {"denied.token", "permission denied"};
}

} // namespace venomx::kernel::wire_errors
