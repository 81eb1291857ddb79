// Zeroed memory mapped apart from the heap and kept out of core dumps. Untouched pages cost nothing.
// Unmapped when its owner goes; wiping what was written is the owner's business, before that. One thread at a time.
// Throws std::bad_alloc when the system has no memory left.
#pragma once

#include <cstddef>
#include <utility>

namespace venomx::detail
{

class MappedRegion
{
public:
    static constexpr std::size_t kAlignment = 4096; ///< of `data`, at least

    MappedRegion() = default;
    explicit MappedRegion(std::size_t size); ///< rounded up to whole pages
    /// Takes over what `release` gave.
    MappedRegion(char* data, std::size_t size) noexcept : _data(data), _size(size) {}
    ~MappedRegion();
    MappedRegion(MappedRegion&& other) noexcept : _data(std::exchange(other._data, nullptr)), _size(std::exchange(other._size, 0)) {}
    MappedRegion& operator=(MappedRegion&& other) noexcept;
    MappedRegion(const MappedRegion&) = delete;
    MappedRegion& operator=(const MappedRegion&) = delete;

    [[nodiscard]] char* data() const { return _data; }
    [[nodiscard]] std::size_t size() const { return _size; }
    explicit operator bool() const { return _data != nullptr; }
    [[nodiscard]] char* release();

    /// Keeps the pages out of swap once they are touched; false when the system does not allow it.
    [[nodiscard]] bool lock() noexcept;
    /// Gives the whole pages from `offset` on back to the system; they read as zero afterwards.
    void giveBack(std::size_t offset) noexcept;

private:
    char* _data{nullptr};
    std::size_t _size{0};
};

} // namespace venomx::detail
