// Ends trees of processes: hangs up, waits, kills, and looks again until a look finds nothing new. Looking happens on a worker,
// one look for all trees that wait for one; waiting happens in the control loop's epoll, on pidfds. It reaps nobody: the
// panes' processes are their panes', and orphans belong to the daemon's reaper. A look that the system has no descriptor for is
// tried again; meanwhile the leader is ended by the hold that its pane has on it. An order is done in bounded time even so, and
// what could not be seen of its tree is looked for until it can be, and killed.
// Owned by the pane table; control loop only. Destroyed, it lets go of what it watches and calls nobody.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/workers.h>

#include "Tree.h"

namespace venomx::pane
{

class TreeEnder
{
public:
    /// What its sorted answer holds is the process of each pane that has not been reaped.
    using PaneProcesses = std::function<std::vector<pid_t>()>;

    struct Order
    {
        std::function<TreeRoot()> root;               ///< as it is at the time of a look
        std::chrono::milliseconds grace{};            ///< between SIGHUP and SIGKILL; 0: SIGKILL at once
        std::function<void(int signal)> signalLeader; ///< needs no look; nothing once the leader has been reaped
        /// How many would not die, which is none but for what the system holds; one for all that could not be seen.
        std::function<void(std::size_t left)> done;
    };

    TreeEnder(Loop& loop, Workers& workers, std::shared_ptr<const Processes> processes, PaneProcesses panes);
    ~TreeEnder();
    TreeEnder(const TreeEnder&) = delete;
    TreeEnder& operator=(const TreeEnder&) = delete;

    void end(Order order);
    /// Whoever has been hung up and has more time than this left, has this left.
    void hurry(std::chrono::milliseconds grace);
    /// Trees, done or not, that have not been seen whole.
    [[nodiscard]] std::size_t unseen() const;

private:
    struct Ending;
    using EndingPtr = std::shared_ptr<Ending>;
    struct Look;

    void ask(const EndingPtr& ending);
    void look();
    void beginLook();
    void looked(const std::shared_ptr<Look>& look);
    void take(const EndingPtr& ending, Tree found);
    [[nodiscard]] bool hold(const EndingPtr& ending, TreeMember member);
    void retry(const EndingPtr& ending);
    void follow(const EndingPtr& ending, const Tree& found);
    void died(const EndingPtr& ending, pid_t pid);
    void bePatient(const EndingPtr& ending);
    void kill(const EndingPtr& ending);
    void finish(const EndingPtr& ending);
    void remove(const EndingPtr& ending);

    Loop& _loop;
    Workers& _workers;
    std::shared_ptr<const Processes> _processes;
    PaneProcesses _panes;
    std::vector<EndingPtr> _endings;
    std::vector<EndingPtr> _waiting; ///< for the next look
    bool _looking{false};
    std::shared_ptr<TreeEnder*> _self; ///< what a look finds again when it comes back
};

} // namespace venomx::pane
