#include "Shares.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace venomx::window
{

namespace
{

/// The parts that are not held at their least, what they weigh together, and what is left for them.
struct Open
{
    std::vector<std::size_t> parts;
    std::int64_t weight{0};
    std::int64_t room{0};
};

Open openParts(std::span<const Part> parts, const std::vector<bool>& held, int room)
{
    Open open{.parts = {}, .weight = 0, .room = room};
    for (std::size_t index = 0; index < parts.size(); ++index)
    {
        if (held[index])
        {
            open.room -= parts[index].least;
            continue;
        }
        open.parts.push_back(index);
        open.weight += parts[index].length;
    }
    return open;
}

/// Holds those whose share would be below their least; false when there are none (left).
bool holdTheSmall(std::span<const Part> parts, const Open& open, std::vector<bool>& held)
{
    bool any = false;
    for (const std::size_t index : open.parts)
    {
        if (parts[index].length * open.room >= parts[index].least * open.weight) continue;
        held[index] = true;
        any = true;
    }
    return any;
}

void divide(std::span<const Part> parts, const Open& open, std::vector<int>& lengths)
{
    std::int64_t left = open.room;
    for (const std::size_t index : open.parts)
    {
        lengths[index] = static_cast<int>(parts[index].length * open.room / open.weight);
        left -= lengths[index];
    }
    const auto remainder = [&](std::size_t index) { return parts[index].length * open.room % open.weight; };
    std::vector<std::size_t> order = open.parts;
    std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) { return remainder(one) > remainder(other); });
    for (std::size_t next = 0; left > 0; ++next, --left) ++lengths[order[next]];
}

} // namespace

std::optional<std::vector<int>> shareOut(std::span<const Part> parts, int room)
{
    std::vector<int> lengths(parts.size());
    std::ranges::transform(parts, lengths.begin(), &Part::least);
    if (std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) > room) return std::nullopt;

    std::vector<bool> held(parts.size(), false);
    Open open = openParts(parts, held, room);
    while (holdTheSmall(parts, open, held)) open = openParts(parts, held, room);
    divide(parts, open, lengths);
    return lengths;
}

} // namespace venomx::window
