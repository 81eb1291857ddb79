// How long things took, in fixed buckets from 100 µs to 10 s. Recording and reading: any thread, without a lock.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace venomx
{
inline namespace v1
{

class Histogram
{
public:
    /// Upper bounds of the buckets in microseconds, inclusive; one more bucket holds all above the last.
    static constexpr std::array<std::uint64_t, 11> kBounds{100,    250,     500,     1'000,     2'500,     10'000,
                                                           50'000, 100'000, 500'000, 1'000'000, 10'000'000};
    static constexpr std::size_t kBuckets = kBounds.size() + 1;

    Histogram() = default;
    Histogram(const Histogram&) = delete;
    Histogram& operator=(const Histogram&) = delete;

    void record(std::chrono::microseconds took) noexcept
    {
        const auto value = took.count() > 0 ? static_cast<std::uint64_t>(took.count()) : 0;
        std::size_t bucket = 0;
        while (bucket < kBounds.size() && value > kBounds[bucket]) ++bucket;
        _counts[bucket].fetch_add(1, std::memory_order_relaxed);
        _sum.fetch_add(value, std::memory_order_relaxed);
    }

    /// Of one bucket alone, not of those below it.
    [[nodiscard]] std::uint64_t count(std::size_t bucket) const { return _counts[bucket].load(std::memory_order_relaxed); }
    /// All that was recorded, in microseconds.
    [[nodiscard]] std::uint64_t sum() const { return _sum.load(std::memory_order_relaxed); }

private:
    std::array<std::atomic<std::uint64_t>, kBuckets> _counts{};
    std::atomic<std::uint64_t> _sum{0};
};

} // namespace v1
} // namespace venomx
