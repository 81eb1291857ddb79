// The files that the child tries to execute, in order: the search name itself when it holds a slash, else one candidate for
// each absolute entry of the child's final PATH. In the launch's arena.
// Pure but for the arena; one thread at a time. Throws std::bad_alloc.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>

namespace venomx::spawn
{

/// A list for the child; ends with a null pointer. `fallback` is searched when the environment has no PATH.
[[nodiscard]] const char* const* findCandidates(Arena& arena, std::string_view name, std::optional<std::string_view> path,
                                                std::string_view fallback);

/// The system's own search path, confstr(_CS_PATH).
[[nodiscard]] std::string systemPath();

/// How a PATH looks to the search, for doctor.
struct PathShape
{
    std::size_t entries{0};
    std::size_t empty{0};
    std::size_t relative{0};
};
[[nodiscard]] PathShape shapeOf(std::string_view path);

} // namespace venomx::spawn
