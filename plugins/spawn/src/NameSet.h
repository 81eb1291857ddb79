// The names that a request sets or removes, for quick "is it among them?" questions. At most 512 names.
// Lives in the request's arena and refers to names that outlive it; one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <venomx/sdk/arena.h>

namespace venomx::spawn
{

class NameSet
{
public:
    NameSet() = default; ///< empty for good
    NameSet(Arena& arena, std::size_t most);

    /// False when it was there already.
    bool insert(std::string_view name) noexcept;
    [[nodiscard]] bool contains(std::string_view name) const noexcept;

private:
    [[nodiscard]] std::size_t slotOf(std::string_view name) const noexcept;
    std::span<std::string_view> _slots; ///< a power of two, never more than half full
};

} // namespace venomx::spawn
