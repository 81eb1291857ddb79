#include "NameSet.h"

#include <bit>
#include <functional>

namespace venomx::spawn
{

NameSet::NameSet(Arena& arena, std::size_t most)
{
    if (most != 0) _slots = arena.array<std::string_view>(std::bit_ceil(most * 2));
}

bool NameSet::insert(std::string_view name) noexcept
{
    std::string_view& slot = _slots[slotOf(name)];
    if (slot.data() != nullptr) return false;
    slot = name;
    return true;
}

bool NameSet::contains(std::string_view name) const noexcept
{
    return !_slots.empty() && _slots[slotOf(name)].data() != nullptr;
}

std::size_t NameSet::slotOf(std::string_view name) const noexcept
{
    const std::size_t mask = _slots.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(name)&mask;
    while (_slots[slot].data() != nullptr && _slots[slot] != name) slot = (slot + 1) & mask;
    return slot;
}

} // namespace venomx::spawn
