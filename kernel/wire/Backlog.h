// Requests that a connection has received but not started, because as many as may run do, or its output is full: looked
// through for cancel frames, which are obeyed at once. One connection's; control loop only. Its size is bounded by the lines
// in the connection's fixed buffer.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace venomx::kernel
{

class Backlog
{
public:
    [[nodiscard]] bool empty() const { return _waiting.empty() && _cancelled.empty(); }

    /// Lines before this offset of the stream have been looked at.
    [[nodiscard]] std::uint64_t seen() const { return _seen; }
    void sawUpTo(std::uint64_t offset) { _seen = offset; }

    /// A request with this id waits in the line at `offset`.
    void waits(std::uint64_t id, std::uint64_t offset) { _waiting.insert_or_assign(id, offset); }
    /// True: such a request waits, and will not be started.
    [[nodiscard]] bool cancel(std::uint64_t id);
    /// The line at `offset` is next: true when it is to be passed over.
    [[nodiscard]] bool passOver(std::uint64_t offset) { return _cancelled.erase(offset) != 0; }
    /// The request in the line at `offset` is started.
    void started(std::uint64_t id, std::uint64_t offset);

private:
    std::uint64_t _seen{0};
    std::unordered_map<std::uint64_t, std::uint64_t> _waiting;
    std::unordered_set<std::uint64_t> _cancelled; ///< offsets
};

} // namespace venomx::kernel
