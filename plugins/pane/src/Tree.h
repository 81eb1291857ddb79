// Whose is a process: the members of a pane's tree, for ending or signalling it. A process below the daemon is the pane's when
// its parent chain reaches the pane's process; else when its session or terminal is the pane's; else when it was started with
// the pane's marks in its environment. Other panes' processes, and all below them, are passed over unread.
// Functions; any thread (a worker: they read much of /proc).
#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/unique_fd.h>

#include "Processes.h"

namespace venomx::pane
{

/// A pane as far as its tree is concerned.
struct TreeRoot
{
    pid_t leader{-1};   ///< its process, and the session that it led
    bool reaped{false}; ///< the leader's number may be another's by now
    /// Its device number as long as the pane holds it open, then 0. Asked after a process has been looked at: until then the
    /// number was no other pane's. Any thread; none: it has no terminal.
    std::function<dev_t()> terminal;
    std::vector<std::string> marks; ///< environment entries that the pane's process was started with
    bool sessionOnly{false};        ///< what left the pane's session, or its parent, is let go
};

struct TreeMember
{
    pid_t pid{-1};
    std::uint64_t started{0};
    UniqueFd pidfd;
};

struct Tree
{
    std::vector<TreeMember> members; ///< alive
    bool whole{true};                ///< false: there may be more that could not be looked at
};

/// `others` are the other panes' processes, sorted.
[[nodiscard]] Tree findTree(const Processes& processes, TreeRoot root, const std::vector<pid_t>& others);

/// Is an orphan that the daemon inherited, with these facts, the pane's? Throws CannotLook.
[[nodiscard]] bool ownsOrphan(const Processes& processes, const TreeRoot& root, pid_t pid, const ProcessFacts& facts);

/// Living children of the daemon that left its session and belong to no pane of `others`: orphans, and
/// all below them.
[[nodiscard]] Tree findStrays(const Processes& processes, const std::vector<pid_t>& others);

} // namespace venomx::pane
