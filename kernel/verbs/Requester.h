// The gate's view of whoever sends requests: a connection, or a test's bench.
// Control loop only. Held by shared_ptr; a requester that has gone (closed) accepts the calls and does nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/literal.h>
#include <venomx/sdk/result.h>

namespace venomx::kernel
{

class Requester
{
public:
    virtual ~Requester() = default;

    [[nodiscard]] virtual PrincipalId principal() const = 0;
    [[nodiscard]] virtual pid_t peerPid() const = 0;

    /// The answer `{"id":…,"ok":<json>}`. With `streams`, the id stays in use until `ended`.
    virtual void answered(std::uint64_t id, std::string_view json, bool streams) = 0;
    virtual void refused(std::uint64_t id, const Refusal& refusal) = 0;

    /// `{"id":…,"<member>":<json>}` for each of `jsons`.
    virtual void frames(std::uint64_t id, Literal member, std::span<const std::string_view> jsons) = 0;
    /// `{"id":…,"end":{"reason":…}}`
    virtual void ended(std::uint64_t id, Literal reason) = 0;
    /// Is there room for more frames? If not, `ready` of `onWritable` is called once there is.
    [[nodiscard]] virtual bool writable() const = 0;
    virtual void onWritable(std::uint64_t id, std::function<void()> ready) = 0;

    /// The request's answer will be long: `begin` is called when it may be made, perhaps at once, and not after the request's end.
    /// It throws nothing.
    virtual void whenRoom(std::uint64_t /*id*/, std::function<void()> begin) { begin(); }
};

} // namespace venomx::kernel
