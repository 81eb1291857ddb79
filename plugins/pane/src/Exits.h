// How panes' processes end: their pidfds in the control loop's epoll, their statuses by waitid, and the word from their PTY
// threads that nothing is left to read. Owned by the pane table; control loop only.
#pragma once

#include <memory>

#include "Pane.h"
#include "PtyThread.h"

namespace venomx::pane
{

class PaneTable;

class Exits
{
public:
    explicit Exits(PaneTable& table);
    ~Exits();
    Exits(const Exits&) = delete;
    Exits& operator=(const Exits&) = delete;

    /// Waits for the end of the pane's process. Throws std::system_error when the system does not let it.
    void await(const PanePtr& pane);
    /// Gives the pane's console to its thread.
    void listen(const PanePtr& pane);
    /// Takes the status if the process has ended; true when there is one.
    bool reap(const PanePtr& pane);

private:
    class Listener;

    void ended(const PanePtr& pane);
    void publish(const PanePtr& pane, Notices notices);

    PaneTable& _table;
    std::shared_ptr<Exits*> _self; ///< what a PTY thread's word finds when it arrives
};

/// The status of an ended child, which is reaped; empty optional while it runs.
[[nodiscard]] std::optional<PaneStatus> reapChild(int pidfd);

} // namespace venomx::pane
