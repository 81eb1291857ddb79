// Memory for one request: all that is decoded from it lives here and is wiped in one go.
// Chunks are mapped apart from the heap, kept out of core dumps, and locked in memory as far as RLIMIT_MEMLOCK goes (on
// without the lock past it; `lockFailures` tells). Owned by one request; used by one thread at a time; hand it over with the
// request. Throws std::bad_alloc when the system has no memory left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

namespace venomx
{
inline namespace v1
{

class Arena
{
public:
    Arena();
    ~Arena(); ///< wipes
    Arena(Arena&&) noexcept;
    Arena& operator=(Arena&&) noexcept;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment);

    template <class T>
    [[nodiscard]] std::span<T> array(std::size_t count)
    {
        static_assert(std::is_trivially_destructible_v<T>);
        if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc{};
        auto* first = static_cast<T*>(allocate(sizeof(T) * count, alignof(T)));
        std::uninitialized_value_construct_n(first, count);
        return {first, count};
    }

    /// A copy of `text` in the arena.
    [[nodiscard]] std::string_view copy(std::string_view text);
    /// A copy with a NUL after it (not counted), for system calls.
    [[nodiscard]] const char* copyZ(std::string_view text);

    /// Gives back the unused tail of the last allocation (`kept` bytes of it stay). What was written there is wiped by `reset`.
    void shrinkLast(void* start, std::size_t kept);

    /// Zeroes all that was handed out and keeps the first chunk for reuse. All views into the arena end.
    void reset() noexcept;

    [[nodiscard]] std::size_t used() const;
    /// How often, in this process, a chunk could not be locked.
    [[nodiscard]] static std::uint64_t lockFailures();

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace v1
} // namespace venomx
