// Bytes on their way out, to a socket or a PTY: appended at the back, written from the front with writev, wiped as they go.
// They lie in mapped chunks that stay out of core dumps; an empty queue holds none. The limit is for the owner to ask about:
// `append` itself always takes what it is given, as an answer that was made must be delivered. One owner, one thread at a
// time. Throws std::bad_alloc, and then has taken nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

struct iovec;

namespace venomx
{
inline namespace v1
{

class WipedQueue
{
public:
    explicit WipedQueue(std::size_t limit);
    ~WipedQueue(); ///< wipes
    WipedQueue(WipedQueue&&) noexcept;
    WipedQueue& operator=(WipedQueue&&) noexcept;
    WipedQueue(const WipedQueue&) = delete;
    WipedQueue& operator=(const WipedQueue&) = delete;

    void append(std::string_view bytes);

    /// Fills `parts` from the front of the queue and returns how many it filled. They stay good until the next `consume` or
    /// `clear`; later appends do not move them.
    [[nodiscard]] std::size_t front(std::span<iovec> parts) const;
    /// Wipes and drops the first `count` bytes.
    void consume(std::size_t count);
    void clear();

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t limit() const;
    /// How much may still be appended before the limit is reached.
    [[nodiscard]] std::size_t room() const { return size() < limit() ? limit() - size() : 0; }

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace v1
} // namespace venomx
