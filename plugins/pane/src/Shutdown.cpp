#include "Shutdown.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <poll.h>
#include <thread>

#include "Tree.h"

namespace venomx::pane
{

namespace
{

using Clock = std::chrono::steady_clock;
using Held = std::vector<const UniqueFd*>;

/// Waits for one after the other, as poll does not take more at once than the process may have open. True when all have ended.
bool awaitAll(const Held& held, Clock::time_point until)
{
    const auto ends = [until](const UniqueFd* one)
    {
        for (;;)
        {
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
            pollfd open{.fd = one->get(), .events = POLLIN, .revents = 0};
            const int ready = ::poll(&open, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
            if (ready > 0) return true;
            if (ready == 0 || errno != EINTR) return false;
        }
    };
    return std::ranges::all_of(held, ends);
}

/// Signals all that can be seen, and those that are held if there may be more, until a look sees that there is nobody.
/// False: that has not come in time.
bool endBy(Clock::time_point until, const Processes& processes, std::initializer_list<int> signals, const Held& held)
{
    constexpr std::chrono::milliseconds kRetry{20};
    const auto signalAll = [&](const Held& all)
    {
        for (const UniqueFd* one : all)
            for (const int signal : signals) processes.signal(*one, signal);
    };
    for (bool heldToo = false;;)
    {
        const Tree strays = findStrays(processes, {});
        if (strays.members.empty() && strays.whole) return true;
        Held seen;
        for (const TreeMember& member : strays.members) seen.push_back(&member.pidfd);
        signalAll(seen);
        if (!strays.whole && !heldToo) signalAll(held);
        heldToo |= !strays.whole;
        if (!awaitAll(seen, until) || Clock::now() >= until) return false;
        if (!strays.whole) std::this_thread::sleep_for(kRetry);
    }
}

} // namespace

void endEverything(const Processes& processes, std::chrono::milliseconds grace, const std::vector<const UniqueFd*>& held)
{
    if (endBy(Clock::now() + grace, processes, {SIGHUP, SIGCONT}, held)) return;
    constexpr std::chrono::milliseconds kKillPatience{2000};
    static_cast<void>(endBy(Clock::now() + kKillPatience, processes, {SIGKILL}, held)); // what the system holds is left
}

} // namespace venomx::pane
