// What came in on a socket and is not yet used: a mapped buffer of fixed capacity, kept out of core dumps.
// Bytes are read straight into `space`, looked at through `data`, and wiped at the moment they are consumed; when the rest
// moves to the front, its old place is wiped too. Mapped at the first use; pages that were never touched cost nothing, and
// those of a big frame go back to the system once it is consumed. One owner, one thread at a time. Throws std::bad_alloc.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace venomx
{
inline namespace v1
{

class FixedBuffer
{
public:
    explicit FixedBuffer(std::size_t capacity);
    ~FixedBuffer(); ///< wipes
    FixedBuffer(FixedBuffer&&) noexcept;
    FixedBuffer& operator=(FixedBuffer&&) noexcept;
    FixedBuffer(const FixedBuffer&) = delete;
    FixedBuffer& operator=(const FixedBuffer&) = delete;

    /// Where the next bytes go; empty only when the buffer is full. May move what is in it, and so ends all views from `data`.
    [[nodiscard]] std::span<char> space();
    /// `count` bytes of what `space` gave were filled.
    void filled(std::size_t count);

    [[nodiscard]] std::string_view data() const;
    /// Wipes and drops the first `count` bytes of `data`. Views of the bytes behind them stay good.
    void consume(std::size_t count);
    void clear();

    [[nodiscard]] std::size_t capacity() const;
    [[nodiscard]] bool full() const { return data().size() == capacity(); }

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace v1
} // namespace venomx
