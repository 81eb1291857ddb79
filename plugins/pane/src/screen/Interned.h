// A table that gives equal values one small number. Numbers stay valid until collect(), which frees those that nobody marked.
// The owner asks crowded() at a point where every number in use can be found, marks them and collects: so a program that shows
// ever new values makes the table work, not grow. Id 0 is the default value and is always live. Owned by one screen; its thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace venomx::pane
{

template <class Value, class Hash>
class Interned
{
public:
    using Id = std::uint32_t;

    Id intern(const Value& value)
    {
        const std::size_t hash = Hash{}(value);
        if (!_slots.empty())
            if (const Id id = _slots[slotOf(value, hash)]; id != 0) return id;
        if (value == _items.front()) return 0;
        if ((_live + 1) * 4 > _slots.size()) rehash(_slots.empty() ? 16 : _slots.size() * 2);
        ++_live;
        return _slots[slotOf(value, hash)] = store(value);
    }

    const Value& operator[](Id id) const { return _items[id]; }
    std::size_t live() const { return _live; }
    std::size_t capacity() const { return _items.size(); } // ids are below this
    bool crowded() const { return _live > _threshold; }

    // `marked` has capacity() entries.
    void collect(const std::vector<bool>& marked, std::size_t least)
    {
        _free.clear();
        for (std::size_t id = _items.size(); --id > 0;)
        {
            if (marked[id]) continue;
            _items[id] = Value{};
            _free.push_back(static_cast<Id>(id));
        }
        _live = _items.size() - _free.size();
        const std::size_t twice = _live * 2;
        _threshold = twice > least ? twice : least;
        rehash(_slots.size());
    }

private:
    // Where the value's id is, or the free slot where it belongs.
    std::size_t slotOf(const Value& value, std::size_t hash) const
    {
        std::size_t slot = hash & (_slots.size() - 1);
        while (_slots[slot] != 0 && !(_items[_slots[slot]] == value)) slot = (slot + 1) & (_slots.size() - 1);
        return slot;
    }

    Id store(const Value& value)
    {
        if (_free.empty())
        {
            _items.push_back(value);
            return static_cast<Id>(_items.size() - 1);
        }
        const Id id = _free.back();
        _free.pop_back();
        _items[id] = value;
        return id;
    }

    void rehash(std::size_t size)
    {
        _slots.assign(size, 0);
        for (Id id = 1; id < _items.size(); ++id)
        {
            if (_items[id] == _items.front()) continue; // a free place
            std::size_t slot = Hash{}(_items[id]) & (size - 1);
            while (_slots[slot] != 0) slot = (slot + 1) & (size - 1);
            _slots[slot] = id;
        }
    }

    std::vector<Value> _items = std::vector<Value>(1);
    std::vector<Id> _slots; // power of two, at most a quarter full: most values are where they are looked for first
    std::vector<Id> _free;
    std::size_t _live = 1; // the default value counts
    std::size_t _threshold = 1024;
};

// Spreads the bits of one word over the whole word.
constexpr std::uint64_t mixBits(std::uint64_t value)
{
    value ^= value >> 32;
    value *= 0x9E3779B97F4A7C15u;
    return value ^ value >> 29;
}

} // namespace venomx::pane
