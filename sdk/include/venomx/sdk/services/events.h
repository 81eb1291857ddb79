// Where state changes are told. Publish exactly once for each change, after requests can see it. Provided by the kernel;
// control loop only. An event holds nothing of a request's parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/literal.h>
#include <venomx/sdk/result.h>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

/// Who may read an event: those who may read `about` (judged when it is published, so that the last event of a thing that
/// goes is still read by those who could read the thing); with no `about`, admins.
struct EventScope
{
    std::optional<ResourceId> about{};
};

class Events : public Service
{
public:
    static constexpr ServiceName kService{"events", 1};
    ~Events() override;
    /// `kind`: family.what_happened, as in `hello.greeted`, the family being the plugin's. `data` becomes the event's "data" object.
    /// Returns its seq, which counts up by one from event to event.
    virtual std::uint64_t publish(Literal kind, EventScope scope, Result data) = 0;
};

} // namespace v1
} // namespace venomx
