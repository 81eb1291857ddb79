// What /proc tells of a process. Values and functions; any thread. A process that goes meanwhile is simply not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <sys/types.h>

namespace venomx
{
inline namespace v1
{

struct ProcessFacts
{
    char state{'?'};
    pid_t parent{0};
    pid_t group{0};
    pid_t session{0};
    dev_t terminal{0};
    std::uint64_t started{0}; ///< with the pid: which process, for as long as the system runs
    /// In the last steps of an exec, for an instant: it has a new memory with no environment in it yet.
    bool executing{false};

    [[nodiscard]] bool alive() const { return state != 'Z' && state != 'X'; }
};

/// The facts in the text of a /proc/<pid>/stat; its name may hold anything.
[[nodiscard]] std::optional<ProcessFacts> parseStat(std::string_view stat);
/// Those of the process that has this number now.
[[nodiscard]] std::optional<ProcessFacts> processFacts(pid_t pid);
/// Those in a /proc/<pid>/stat that has been opened, for who must know why one could not be.
[[nodiscard]] std::optional<ProcessFacts> readProcessFacts(int statFile);

} // namespace v1
} // namespace venomx
