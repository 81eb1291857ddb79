#include "DuplicateKeys.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <sys/random.h>
#include <system_error>

namespace venomx::detail
{
namespace
{

/// Up to here comparing each with each is faster than a table.
constexpr std::size_t kFew = 16;

bool eachWithEach(std::span<const Member> members)
{
    for (std::size_t i = 1; i < members.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (members[i].name == members[j].name) return true;
    return false;
}

struct Sip
{
    std::uint64_t v0, v1, v2, v3;

    void round() noexcept
    {
        v0 += v1;
        v2 += v3;
        v1 = std::rotl(v1, 13) ^ v0;
        v3 = std::rotl(v3, 16) ^ v2;
        v0 = std::rotl(v0, 32) + v3;
        v2 += v1;
        v1 = std::rotl(v1, 17) ^ v2;
        v3 = std::rotl(v3, 21) ^ v0;
        v2 = std::rotl(v2, 32);
    }

    void absorb(std::uint64_t word) noexcept
    {
        v3 ^= word;
        round();
        v0 ^= word;
    }
};

} // namespace

DuplicateKeys::DuplicateKeys()
{
    if (::getrandom(_key.data(), sizeof _key, 0) != static_cast<ssize_t>(sizeof _key))
        throw std::system_error{errno, std::system_category(), "getrandom"};
}

std::uint64_t DuplicateKeys::hash(std::string_view text) const noexcept
{
    Sip sip{_key[0] ^ 0x736f6d6570736575U, _key[1] ^ 0x646f72616e646f6dU, _key[0] ^ 0x6c7967656e657261U, _key[1] ^ 0x7465646279746573U};
    const std::uint64_t length = text.size();
    std::uint64_t word = 0;
    for (; text.size() >= sizeof word; text.remove_prefix(sizeof word))
    {
        std::memcpy(&word, text.data(), sizeof word);
        sip.absorb(word);
    }
    word = 0;
    if (!text.empty()) std::memcpy(&word, text.data(), text.size());
    sip.absorb(word | length << 56);
    sip.v2 ^= 0xff;
    sip.round();
    sip.round();
    sip.round();
    return sip.v0 ^ sip.v1 ^ sip.v2 ^ sip.v3;
}

bool DuplicateKeys::in(std::span<const Member> members, Arena& arena) const
{
    if (members.size() <= kFew) return eachWithEach(members);
    const std::size_t slots = std::bit_ceil(members.size() * 2);
    const std::span<std::uint32_t> table = arena.array<std::uint32_t>(slots);
    bool found = false;
    for (std::size_t i = 0; i < members.size() && !found; ++i)
    {
        std::size_t slot = hash(members[i].name) & (slots - 1);
        while (table[slot] != 0 && !found)
        {
            found = members[table[slot] - 1].name == members[i].name;
            slot = (slot + 1) & (slots - 1);
        }
        table[slot] = static_cast<std::uint32_t>(i + 1);
    }
    arena.shrinkLast(table.data(), 0);
    return found;
}

} // namespace venomx::detail
