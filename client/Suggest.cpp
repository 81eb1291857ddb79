#include "client/Suggest.h"

#include <algorithm>
#include <vector>

namespace venomx::client
{
namespace
{

constexpr std::size_t kLongest = 64;

/// Insertions, removals, replacements and swaps of neighbours that lead from one word to the other.
std::size_t distance(std::string_view from, std::string_view to)
{
    const std::size_t width = to.size() + 1;
    std::vector<std::size_t> cells((from.size() + 1) * width);
    for (std::size_t row = 0; row <= from.size(); ++row)
        for (std::size_t column = 0; column <= to.size(); ++column)
        {
            std::size_t& cell = cells[row * width + column];
            if (row == 0 || column == 0)
            {
                cell = row + column;
                continue;
            }
            const std::size_t change = from[row - 1] == to[column - 1] ? 0 : 1;
            cell = std::min({cells[(row - 1) * width + column] + 1, cells[row * width + column - 1] + 1,
                             cells[(row - 1) * width + column - 1] + change});
            if (row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1])
                cell = std::min(cell, cells[(row - 2) * width + column - 2] + 1);
        }
    return cells.back();
}

} // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates)
{
    if (word.empty() || word.size() > kLongest) return std::nullopt;
    std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
    const std::string* found = nullptr;
    const std::string* longer = nullptr;
    std::size_t longerCount = 0;
    for (const std::string& candidate : candidates)
    {
        if (candidate.size() > kLongest) continue;
        if (candidate.starts_with(word))
        {
            longer = &candidate;
            ++longerCount;
        }
        const std::size_t steps = distance(word, candidate);
        if (steps >= best) continue;
        best = steps;
        found = &candidate;
    }
    if (longerCount == 1) found = longer;
    return found != nullptr ? std::optional{*found} : std::nullopt;
}

std::string didYouMean(std::string_view word, std::span<const std::string> candidates, std::string_view prefix)
{
    const std::optional<std::string> found = nearest(word, candidates);
    return found ? std::string{"; did you mean "}.append(prefix).append(*found).append("?") : std::string{};
}

} // namespace venomx::client
