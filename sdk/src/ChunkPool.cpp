#include "ChunkPool.h"

namespace venomx::detail
{
namespace
{

// Never destroyed: an object of static storage may still own an arena when the process ends.
constinit ChunkPool arenaChunks{true};
constinit ChunkPool queueChunks{false};

} // namespace

ChunkPool& ChunkPool::forArenas() noexcept
{
    return arenaChunks;
}

ChunkPool& ChunkPool::forQueues() noexcept
{
    return queueChunks;
}

MappedRegion ChunkPool::take()
{
    {
        const std::lock_guard guard{_mutex};
        if (_count != 0) return {_idle[--_count], kChunkSize};
    }
    return map(kChunkSize);
}

void ChunkPool::giveBack(MappedRegion chunk) noexcept
{
    const std::lock_guard guard{_mutex};
    if (_count < kKept) _idle[_count++] = chunk.release();
}

MappedRegion ChunkPool::map(std::size_t size)
{
    MappedRegion region{size};
    if (_locked && !region.lock()) _lockFailures.fetch_add(1, std::memory_order_relaxed);
    return region;
}

} // namespace venomx::detail
