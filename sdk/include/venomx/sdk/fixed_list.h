// A short list held inside its owner, so that a spec can be one constexpr object, where more than N entries do not compile;
// in a list that is made while the program runs they throw std::out_of_range. A value.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

namespace venomx
{
inline namespace v1
{

template <class T, std::size_t N>
class FixedList
{
public:
    constexpr FixedList() = default;
    constexpr FixedList(std::initializer_list<T> entries)
    {
        for (const T& entry : entries) _entries.at(_size++) = entry;
    }

    [[nodiscard]] constexpr std::size_t size() const { return _size; }
    [[nodiscard]] constexpr bool empty() const { return _size == 0; }
    [[nodiscard]] constexpr const T* begin() const { return _entries.data(); }
    [[nodiscard]] constexpr const T* end() const { return _entries.data() + _size; }
    /// `index` is below `size()`.
    [[nodiscard]] constexpr const T& operator[](std::size_t index) const { return _entries[index]; }

private:
    std::array<T, N> _entries{};
    std::size_t _size{0};
};

} // namespace v1
} // namespace venomx
