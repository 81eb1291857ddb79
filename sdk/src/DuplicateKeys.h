// Tells whether an object names a member twice, in time linear in its size: also for keys chosen to collide, as the hash is
// keyed with random bytes of the process's own. One thread.
#pragma once

#include <venomx/sdk/arena.h>
#include <venomx/sdk/value.h>

#include <array>
#include <cstdint>
#include <span>

namespace venomx::detail
{

class DuplicateKeys
{
public:
    DuplicateKeys(); ///< draws the hash's key

    /// Uses `arena` for a while when there are many members, and leaves it as it was.
    [[nodiscard]] bool in(std::span<const Member> members, Arena& arena) const;

    /// SipHash-1-3 of `text` under this object's key.
    [[nodiscard]] std::uint64_t hash(std::string_view text) const noexcept;

private:
    std::array<std::uint64_t, 2> _key{};
};

} // namespace venomx::detail
