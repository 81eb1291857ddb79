#include <venomx/sdk/wiped_queue.h>

#include "ChunkPool.h"
#include "Expect.h"

#include <venomx/sdk/secret.h>

#include <algorithm>
#include <cstring>
#include <sys/uio.h>
#include <vector>

namespace venomx
{
inline namespace v1
{
namespace
{

struct Part
{
    detail::MappedRegion region;
    std::size_t head{0};
    std::size_t tail{0};

    [[nodiscard]] std::size_t size() const { return tail - head; }
    [[nodiscard]] std::size_t free() const { return region.size() - tail; }
};

/// Parts that an empty queue may keep the list of.
constexpr std::size_t kKept = 64;

} // namespace

struct WipedQueue::State
{
    std::size_t limit;
    std::size_t size{0};
    std::vector<Part> parts{};
    std::size_t first{0}; ///< those before it are done with

    void addPart(std::size_t needed)
    {
        auto& pool = detail::ChunkPool::forQueues();
        const bool pooled = needed <= detail::ChunkPool::kChunkSize;
        parts.push_back({pooled ? pool.take() : pool.map(needed)});
    }

    void put(Part& part, std::string_view bytes)
    {
        if (bytes.empty()) return;
        std::memcpy(part.region.data() + part.tail, bytes.data(), bytes.size());
        part.tail += bytes.size();
        size += bytes.size();
    }

    void drop(Part& part)
    {
        detail::MappedRegion region = std::move(part.region);
        if (region.size() == detail::ChunkPool::kChunkSize) detail::ChunkPool::forQueues().giveBack(std::move(region));
        ++first;
    }

    void tidy()
    {
        if (first < parts.size() && first < kKept) return;
        parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(first));
        first = 0;
        if (parts.empty() && parts.capacity() > kKept) std::vector<Part>{}.swap(parts);
    }
};

WipedQueue::WipedQueue(std::size_t limit) : _state(std::make_unique<State>(State{.limit = limit})) {}

WipedQueue::~WipedQueue()
{
    if (_state) clear();
}

WipedQueue::WipedQueue(WipedQueue&&) noexcept = default;

WipedQueue& WipedQueue::operator=(WipedQueue&& other) noexcept
{
    if (_state) clear();
    _state = std::move(other._state);
    return *this;
}

void WipedQueue::append(std::string_view bytes)
{
    State& state = *_state;
    const std::size_t here = state.parts.empty() ? 0 : std::min(bytes.size(), state.parts.back().free());
    const std::string_view rest = bytes.substr(here);
    // The new part comes first: after it nothing can fail.
    if (!rest.empty()) state.addPart(rest.size());
    if (here != 0) state.put(state.parts[state.parts.size() - (rest.empty() ? 1 : 2)], bytes.substr(0, here));
    if (!rest.empty()) state.put(state.parts.back(), rest);
}

std::size_t WipedQueue::front(std::span<iovec> parts) const
{
    std::size_t count = 0;
    for (std::size_t i = _state->first; i < _state->parts.size() && count < parts.size(); ++i)
    {
        const Part& part = _state->parts[i];
        parts[count++] = {part.region.data() + part.head, part.size()};
    }
    return count;
}

void WipedQueue::consume(std::size_t count)
{
    State& state = *_state;
    expect(count <= state.size);
    state.size -= count;
    while (count != 0)
    {
        Part& part = state.parts[state.first];
        const std::size_t here = std::min(count, part.size());
        wipe(part.region.data() + part.head, here);
        part.head += here;
        count -= here;
        if (part.size() == 0) state.drop(part);
    }
    state.tidy();
}

void WipedQueue::clear()
{
    consume(_state->size);
}

std::size_t WipedQueue::size() const
{
    return _state->size;
}

std::size_t WipedQueue::limit() const
{
    return _state->limit;
}

} // namespace v1
} // namespace venomx
