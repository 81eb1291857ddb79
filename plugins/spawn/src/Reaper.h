// Takes the exit statuses that nobody else will: those of orphans which the daemon, as a subreaper, adopts, and those of
// processes whose start was given up when they already ran. Never takes one that a start or a pane still wants.
// Control loop only; it needs SIGCHLD blocked in all threads, as the daemon has it.
#pragma once

#include "WantedPids.h"

#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::spawn
{

class Reaper
{
public:
    /// Throws std::system_error when the system has no descriptor left.
    Reaper(Loop& loop, WantedPids& wanted);
    ~Reaper();
    Reaper(const Reaper&) = delete;
    Reaper& operator=(const Reaper&) = delete;

    /// The owner of a started process has taken its status.
    void reaped(pid_t pid);
    /// Kills a started process that nobody wants, with its process group; its status is taken like an orphan's.
    void end(const StartedProcess& process);

private:
    void onSignal();
    void sweep();

    Loop* _loop;
    WantedPids* _wanted;
    UniqueFd _signals;
    bool _blocked{false}; ///< a status that somebody wants stands before others
};

} // namespace venomx::spawn
