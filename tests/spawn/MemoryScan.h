// Looks through all readable memory of this process for a text that the searcher itself never holds in one piece.
// One thread; others may run.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace venomx::tests
{

/// How often the text whose characters `at(0)` … `at(size - 1)` gives occurs in memory, but for this search's own buffer.
[[nodiscard]] int occurrences(std::size_t size, const std::function<char(std::size_t)>& at);

} // namespace venomx::tests
