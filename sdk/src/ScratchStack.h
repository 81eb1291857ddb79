// What a parser has read of the containers that are still open. One thread.
// Kept from text to text, so that a small text costs no allocation; `wipe` leaves nothing of a text in it.
#pragma once

#include <venomx/sdk/secret.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace venomx::detail
{

template <class T>
class ScratchStack
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    [[nodiscard]] std::size_t size() const { return _size; }

    void push(const T& item)
    {
        if (_size == _capacity) grow();
        _items[_size++] = item;
        _peak = std::max(_peak, _size);
    }

    /// The items from `base` on, until the next `push`.
    [[nodiscard]] std::span<const T> from(std::size_t base) const { return {_items.get() + base, _size - base}; }
    void dropTo(std::size_t base) { _size = base; }

    void wipe() noexcept
    {
        if (_peak == 0) return;
        venomx::wipe(_items.get(), _peak * sizeof(T));
        _size = _peak = 0;
        if (_capacity <= kKept) return;
        _items.reset();
        _capacity = 0;
    }

private:
    static constexpr std::size_t kFirst = 64;
    static constexpr std::size_t kKept = 1024;

    void grow()
    {
        const std::size_t capacity = std::max(kFirst, _capacity * 2);
        auto larger = std::make_unique<T[]>(capacity);
        std::copy_n(_items.get(), _size, larger.get());
        if (_peak != 0) venomx::wipe(_items.get(), _peak * sizeof(T));
        _items = std::move(larger);
        _capacity = capacity;
        _peak = _size;
    }

    std::unique_ptr<T[]> _items;
    std::size_t _size{0};
    std::size_t _peak{0};
    std::size_t _capacity{0};
};

} // namespace venomx::detail
