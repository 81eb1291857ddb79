#include "kernel/settings/Nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace venomx::kernel
{
namespace
{

std::size_t distance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t k = 0; k < to.size(); ++k)
        {
            const std::size_t replaced = diagonal + (from[i] == to[k] ? 0 : 1);
            diagonal = row[k + 1];
            row[k + 1] = std::min({row[k] + 1, row[k + 1] + 1, replaced});
        }
    }
    return row.back();
}

} // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known)
{
    std::string_view best;
    std::size_t least = word.size() / 3 + 1;
    for (const std::string_view candidate : known)
    {
        const std::size_t edits = distance(word, candidate);
        if (edits >= least) continue;
        least = edits;
        best = candidate;
    }
    return best;
}

} // namespace venomx::kernel
