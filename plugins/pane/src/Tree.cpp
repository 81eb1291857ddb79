#include "Tree.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace venomx::pane
{

namespace
{

struct Found
{
    TreeMember member;
    ProcessFacts facts;
};

/// The child of `parent` that has this number, held fast before it is looked at.
std::optional<Found> childOf(const Processes& processes, pid_t pid, pid_t parent)
{
    UniqueFd pidfd = processes.pin(pid);
    if (!pidfd) return std::nullopt;
    const auto facts = processes.facts(pid);
    if (!facts || facts->parent != parent) return std::nullopt;
    return Found{.member = {.pid = pid, .started = facts->started, .pidfd = std::move(pidfd)}, .facts = *facts};
}

/// `found` and all below it.
void takeBranch(const Processes& processes, const TreeRoot& root, Found found, std::vector<TreeMember>& members)
{
    std::vector<Found> open;
    open.push_back(std::move(found));
    while (!open.empty())
    {
        Found next = std::move(open.back());
        open.pop_back();
        const pid_t pid = next.member.pid;
        if (next.facts.alive()) members.push_back(std::move(next.member));
        for (const pid_t child : processes.children(pid))
        {
            auto below = childOf(processes, child, pid);
            if (below && (!root.sessionOnly || below->facts.session == root.leader)) open.push_back(std::move(*below));
        }
    }
}

} // namespace

bool ownsOrphan(const Processes& processes, const TreeRoot& root, pid_t pid, const ProcessFacts& facts)
{
    if (root.sessionOnly) return false;
    if (facts.session == root.leader) return true;
    if (facts.terminal != 0 && root.terminal && facts.terminal == root.terminal()) return true;
    const auto bears = [&](const std::string& mark) { return processes.startedWith(pid, mark.substr(0, mark.find('='))) == mark; };
    return !root.marks.empty() && std::ranges::all_of(root.marks, bears);
}

std::vector<TreeMember> findTree(const Processes& processes, TreeRoot root, const std::vector<pid_t>& others)
{
    std::vector<TreeMember> members;
    const pid_t self = processes.self();
    const std::vector<pid_t> children = processes.children(self);
    // Then the number is another's by now, which it cannot become while anybody is left in the session.
    if (root.reaped && std::ranges::find(children, root.leader) != children.end()) root.leader = -1;
    for (const pid_t pid : children)
    {
        const bool leader = !root.reaped && pid == root.leader;
        if (!leader && std::ranges::binary_search(others, pid)) continue;
        auto found = childOf(processes, pid, self);
        if (found && (leader || ownsOrphan(processes, root, pid, found->facts))) takeBranch(processes, root, std::move(*found), members);
    }
    return members;
}

std::vector<TreeMember> findStrays(const Processes& processes, const std::vector<pid_t>& others)
{
    std::vector<TreeMember> strays;
    const pid_t self = processes.self();
    const auto own = processes.facts(self);
    for (const pid_t pid : processes.children(self))
    {
        if (std::ranges::binary_search(others, pid)) continue;
        auto found = childOf(processes, pid, self);
        if (found && own && found->facts.alive() && found->facts.session != own->session)
            takeBranch(processes, {}, std::move(*found), strays);
    }
    return strays;
}

} // namespace venomx::pane
