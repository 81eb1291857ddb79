#include <venomx/sdk/arena.h>

#include "ChunkPool.h"
#include "Expect.h"

#include <venomx/sdk/secret.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace venomx
{
inline namespace v1
{
namespace
{

constexpr std::size_t kLargestStep = std::size_t{1024} * 1024;

/// A chunk that is no longer allocated from, and how much of it was ever handed out.
struct FullChunk
{
    detail::MappedRegion region;
    std::size_t dirty{0};
};

} // namespace

struct Arena::State
{
    detail::MappedRegion current;
    char* next{nullptr};
    char* end{nullptr};
    char* dirty{nullptr}; ///< past the highest byte of `current` that was handed out and given back
    std::size_t usedBefore{0};
    std::vector<FullChunk> full; ///< the pooled first chunk is its first element, once there is more than one

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        reset();
        if (current) detail::ChunkPool::forArenas().giveBack(std::move(current));
    }

    void use(detail::MappedRegion region)
    {
        current = std::move(region);
        next = dirty = current.data();
        end = next + current.size();
    }

    [[nodiscard]] std::size_t usedHere() const { return static_cast<std::size_t>(next - current.data()); }
    [[nodiscard]] std::size_t dirtyHere() const { return static_cast<std::size_t>(std::max(next, dirty) - current.data()); }

    void grow(std::size_t needed)
    {
        if (!current)
        {
            if (needed <= detail::ChunkPool::kChunkSize) return use(detail::ChunkPool::forArenas().take());
            use(detail::ChunkPool::forArenas().take());
        }
        const std::size_t step = std::min(current.size() * 4, kLargestStep);
        if (full.size() == full.capacity()) full.reserve(full.size() + 8);
        detail::MappedRegion region = detail::ChunkPool::forArenas().map(std::max(needed, step));
        usedBefore += usedHere();
        const std::size_t leaving = dirtyHere();
        full.push_back({std::move(current), leaving});
        use(std::move(region));
    }

    void reset() noexcept
    {
        if (!current) return;
        wipe(current.data(), dirtyHere());
        for (FullChunk& chunk : full) wipe(chunk.region.data(), chunk.dirty);
        if (!full.empty()) use(std::move(full.front().region));
        full.clear();
        next = dirty = current.data();
        usedBefore = 0;
    }
};

Arena::Arena() = default;
Arena::~Arena() = default;
Arena::Arena(Arena&&) noexcept = default;
Arena& Arena::operator=(Arena&&) noexcept = default;

void* Arena::allocate(std::size_t size, std::size_t alignment)
{
    expect(alignment != 0 && (alignment & (alignment - 1)) == 0 && alignment <= detail::MappedRegion::kAlignment);
    if (!_state) _state = std::make_unique<State>();
    State& state = *_state;
    const auto place = [&]
    {
        const std::size_t skip = (alignment - (reinterpret_cast<std::uintptr_t>(state.next) & (alignment - 1))) & (alignment - 1);
        const auto left = static_cast<std::size_t>(state.end - state.next);
        return state.next != nullptr && skip <= left && size <= left - skip ? state.next + skip : nullptr;
    };
    char* start = place();
    if (start == nullptr)
    {
        state.grow(size);
        start = place();
    }
    state.next = start + size;
    return start;
}

std::string_view Arena::copy(std::string_view text)
{
    auto* start = static_cast<char*>(allocate(text.size(), 1));
    if (!text.empty()) std::memcpy(start, text.data(), text.size());
    return {start, text.size()};
}

const char* Arena::copyZ(std::string_view text)
{
    auto* start = static_cast<char*>(allocate(text.size() + 1, 1));
    if (!text.empty()) std::memcpy(start, text.data(), text.size());
    start[text.size()] = '\0';
    return start;
}

void Arena::shrinkLast(void* start, std::size_t kept)
{
    expect(_state != nullptr);
    State& state = *_state;
    auto* first = static_cast<char*>(start);
    expect(first >= state.current.data() && first <= state.next && kept <= static_cast<std::size_t>(state.next - first));
    state.dirty = std::max(state.dirty, state.next);
    state.next = first + kept;
}

void Arena::reset() noexcept
{
    if (_state) _state->reset();
}

std::size_t Arena::used() const
{
    return _state ? _state->usedBefore + _state->usedHere() : 0;
}

std::uint64_t Arena::lockFailures()
{
    return detail::ChunkPool::forArenas().lockFailures();
}

} // namespace v1
} // namespace venomx
