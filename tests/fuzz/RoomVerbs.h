// The verbs of a WireRoom: each way in which one can answer. Owned by the room; its loop's thread.
#pragma once

#include <list>
#include <memory>
#include <vector>
#include <venomx/sdk/call.h>

namespace venomx::fuzz
{

class RoomVerbs
{
public:
    [[nodiscard]] std::vector<Verb> verbs();
    /// Answers the calls and ends the streams that wait.
    void release();
    [[nodiscard]] bool idle() const { return _held.empty(); }

private:
    void hold(Call& call);
    void watch(Call& call);

    std::list<Call> _held;
    std::vector<std::shared_ptr<Stream>> _streams;
};

} // namespace venomx::fuzz
