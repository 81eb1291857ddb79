#include "Shutdown.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <vector>

#include "Tree.h"

namespace venomx::pane
{

namespace
{

using Clock = std::chrono::steady_clock;

/// Waits until all of them have ended or the time is up; true in the first case.
bool awaitAll(const std::vector<TreeMember>& members, Clock::time_point until)
{
    std::vector<pollfd> open;
    for (const TreeMember& member : members) open.push_back({.fd = member.pidfd.get(), .events = POLLIN, .revents = 0});
    while (!open.empty())
    {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        if (left.count() <= 0) return false;
        if (::poll(open.data(), open.size(), static_cast<int>(left.count())) < 0) continue;
        std::erase_if(open, [](const pollfd& one) { return one.revents != 0; });
    }
    return true;
}

} // namespace

void endEverything(const Processes& processes, std::chrono::milliseconds grace)
{
    const auto hangUpUntil = Clock::now() + grace;
    for (bool ended = true; ended;)
    {
        const std::vector<TreeMember> members = findStrays(processes, {});
        if (members.empty()) return;
        for (const TreeMember& member : members)
        {
            processes.signal(member.pidfd, SIGHUP);
            processes.signal(member.pidfd, SIGCONT);
        }
        ended = awaitAll(members, hangUpUntil);
    }
    constexpr std::chrono::milliseconds kKillPatience{2000};
    const auto killUntil = Clock::now() + kKillPatience;
    for (bool ended = true; ended;)
    {
        const std::vector<TreeMember> members = findStrays(processes, {});
        if (members.empty()) return;
        for (const TreeMember& member : members) processes.signal(member.pidfd, SIGKILL);
        ended = awaitAll(members, killUntil);
    }
}

} // namespace venomx::pane
