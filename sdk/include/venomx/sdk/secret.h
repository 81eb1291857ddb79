// Bytes that must not outlive their use: tokens and the like.
// A Secret wipes itself when it is destroyed, moved from or assigned; it compares in constant time and has no way to be
// printed. Owned by whoever holds it; not shared between threads without the holder's own lock.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace venomx
{
inline namespace v1
{

/// Overwrites `bytes` with zeros in a way that no compiler removes.
void wipe(void* bytes, std::size_t size) noexcept;

/// Overwrites `size` bytes of the calling thread's stack below the caller's frame, and the vector registers.
/// Called at the end of a request by the frame above all that handled it, so that no short string is left there.
void wipeStack() noexcept;

class Secret
{
public:
    Secret() = default;
    explicit Secret(std::string_view bytes);
    ~Secret();
    Secret(Secret&& other) noexcept;
    Secret& operator=(Secret&& other) noexcept;
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;

    /// Of `size` zero bytes, to be filled through `writable`.
    [[nodiscard]] static Secret ofSize(std::size_t size);

    [[nodiscard]] std::string_view expose() const { return {_bytes.get(), _size}; }
    [[nodiscard]] std::span<char> writable() { return {_bytes.get(), _size}; }
    [[nodiscard]] bool empty() const { return _size == 0; }
    [[nodiscard]] bool equals(std::string_view other) const noexcept;
    void clear() noexcept;

private:
    std::unique_ptr<char[]> _bytes;
    std::size_t _size{0};
};

} // namespace v1
} // namespace venomx
