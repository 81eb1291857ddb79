// The daemon's children, listed and looked at once for many trees that end together: who cannot be a tree's is told from what is
// remembered, and what may be is looked at anew, for numbers are used again. The trees come out as `findTree` has them, for the
// children on the list. Made for one look; one thread (a worker); refers to all that it is given.
#pragma once

#include <memory>
#include <sys/types.h>
#include <vector>

#include "Tree.h"

namespace venomx::pane
{

class Census
{
public:
    /// `children` of the daemon, `panes`: the panes' own processes; both sorted.
    Census(const Processes& processes, const std::vector<pid_t>& children, const std::vector<pid_t>& panes);

    [[nodiscard]] Tree findTree(const TreeRoot& root) const;

private:
    /// A child that is no pane's process: an orphan, or a start that is not a pane yet.
    struct Stranger
    {
        pid_t pid;
        ProcessFacts facts;
    };

    void add(pid_t stranger);

    const Processes& _processes;
    const std::vector<pid_t>& _children;
    const std::vector<pid_t>& _panes;
    std::vector<Stranger> _strangers;
    bool _whole{true}; ///< each child could be looked at
    class Remembered;
    std::shared_ptr<const Remembered> _remembered;
};

} // namespace venomx::pane
