// How a run of the server was asked for on its command line. A value with views into the program's arguments.
#pragma once

#include "client/Options.h"

#include <cstddef>
#include <cstdint>

namespace venomx::client::mcp
{

/// Which of the daemon's verbs are tools.
enum class Toolset : std::uint8_t
{
    full, ///< all
    core  ///< those that the skill's guidance speaks of
};

struct Settings
{
    Options options;
    Toolset toolset{Toolset::full};
    std::size_t budget{std::size_t{16} * 1024}; ///< bytes of a result's text
};

/// The budget's bounds: room for a result's small parts, and what the daemon's own limits let come.
constexpr std::size_t kLeastBudget = 1024;
constexpr std::size_t kMostBudget = std::size_t{8} * 1024 * 1024;

} // namespace venomx::client::mcp
