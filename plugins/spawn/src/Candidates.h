// The files that the child tries to execute, in order: the search name itself when it holds a slash, else one candidate for
// each absolute entry of the child's final PATH. In the launch's arena.
// Pure but for the arena; one thread at a time. Throws std::bad_alloc. `candidate` is also called by the child.
#pragma once

#include "RawCalls.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>

namespace venomx::spawn
{

/// What is searched: each folder with the name, or one file alone. The paths are put together one at a time, in the same room,
/// for a long PATH and a long name would make many times their size of them.
struct Candidates
{
    const char* file{nullptr}; ///< set: the only candidate
    const std::string_view* folders{nullptr};
    std::size_t count{0};
    std::string_view name{};
    char* room{nullptr};
};

/// `fallback` is searched when the environment has no PATH; both must live as long as the arena.
[[nodiscard]] Candidates findCandidates(Arena& arena, std::string_view name, std::optional<std::string_view> path,
                                        std::string_view fallback);

/// The candidate of that number, valid until the next call; a null pointer after the last one.
[[nodiscard]] VENOMX_CHILD_CODE const char* candidate(const Candidates& candidates, std::size_t number) noexcept;

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
