#include <venomx/sdk/fixed_buffer.h>

#include "Expect.h"
#include "MappedRegion.h"

#include <venomx/sdk/secret.h>

#include <algorithm>
#include <cstring>

namespace venomx
{
inline namespace v1
{
namespace
{

/// Resident memory that an emptied buffer may keep.
constexpr std::size_t kKept = std::size_t{64} * 1024;

} // namespace

struct FixedBuffer::State
{
    std::size_t capacity;
    detail::MappedRegion region{};
    std::size_t head{0};
    std::size_t tail{0};
    std::size_t touched{0}; ///< no byte from here on was written since its page was last given back

    [[nodiscard]] std::size_t size() const { return tail - head; }
    [[nodiscard]] char* at(std::size_t offset) const { return region.data() + offset; }

    void toFront()
    {
        std::memmove(at(0), at(head), size());
        // Of the old place, only what the new one does not cover.
        const std::size_t from = std::max(head, size());
        wipe(at(from), tail - from);
        tail = size();
        head = 0;
    }

    void giveBackUnused()
    {
        if (touched <= kKept || tail > kKept) return;
        region.giveBack(kKept);
        touched = kKept;
    }
};

FixedBuffer::FixedBuffer(std::size_t capacity) : _state(std::make_unique<State>(State{.capacity = capacity}))
{
    expect(capacity != 0);
}

FixedBuffer::~FixedBuffer()
{
    if (_state) clear();
}

FixedBuffer::FixedBuffer(FixedBuffer&&) noexcept = default;

FixedBuffer& FixedBuffer::operator=(FixedBuffer&& other) noexcept
{
    if (_state) clear();
    _state = std::move(other._state);
    return *this;
}

std::span<char> FixedBuffer::space()
{
    State& state = *_state;
    if (!state.region) state.region = detail::MappedRegion{state.capacity};
    // A byte is moved only when at least one was consumed for it, or when there is no other way to make room.
    const bool cheap = state.head >= state.size();
    if (state.head != 0 && (cheap || state.tail == state.capacity)) state.toFront();
    state.giveBackUnused();
    return {state.at(state.tail), state.capacity - state.tail};
}

void FixedBuffer::filled(std::size_t count)
{
    expect(count <= _state->capacity - _state->tail);
    _state->tail += count;
    _state->touched = std::max(_state->touched, _state->tail);
}

std::string_view FixedBuffer::data() const
{
    return {_state->at(_state->head), _state->size()};
}

void FixedBuffer::consume(std::size_t count)
{
    State& state = *_state;
    expect(count <= state.size());
    if (count == 0) return;
    wipe(state.at(state.head), count);
    state.head += count;
    if (state.size() != 0) return;
    state.head = state.tail = 0;
    state.giveBackUnused();
}

void FixedBuffer::clear()
{
    consume(_state->size());
}

std::size_t FixedBuffer::capacity() const
{
    return _state->capacity;
}

} // namespace v1
} // namespace venomx
