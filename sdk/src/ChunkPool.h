// Wiped chunks of mapped memory on their way from one request to the next, so that a request costs no system call.
// Two pools a process: one for arenas, whose chunks are locked as far as RLIMIT_MEMLOCK goes, and one for queues of bytes on
// their way out. Any thread. They live as long as the process; what they keep is bounded and all zeros.
#pragma once

#include "MappedRegion.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace venomx::detail
{

class ChunkPool
{
public:
    static constexpr std::size_t kChunkSize = std::size_t{16} * 1024;

    [[nodiscard]] static ChunkPool& forArenas() noexcept;
    [[nodiscard]] static ChunkPool& forQueues() noexcept;

    /// Zeroed, kChunkSize bytes.
    [[nodiscard]] MappedRegion take();
    /// `chunk` came from `take` and has been wiped.
    void giveBack(MappedRegion chunk) noexcept;

    /// Maps `size` bytes past the pool, locked like the pool's own.
    [[nodiscard]] MappedRegion map(std::size_t size);
    [[nodiscard]] std::uint64_t lockFailures() const noexcept { return _lockFailures.load(std::memory_order_relaxed); }

    constexpr explicit ChunkPool(bool locked) noexcept : _locked(locked) {}

private:
    static constexpr std::size_t kKept = 128;

    std::mutex _mutex;
    std::array<char*, kKept> _idle{};
    std::size_t _count{0};
    std::atomic<std::uint64_t> _lockFailures{0};
    bool _locked;
};

} // namespace venomx::detail
