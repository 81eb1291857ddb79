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

/// Looks; false when it cannot.
template <class Look>
bool sees(Look&& look)
{
    try
    {
        look();
        return true;
    }
    catch (const CannotLook&)
    {
        return false;
    }
}

/// `found` and all below it.
void takeBranch(const Processes& processes, const TreeRoot& root, Found found, Tree& tree)
{
    std::vector<Found> open;
    open.push_back(std::move(found));
    const auto takeChild = [&](pid_t child, pid_t parent)
    {
        auto below = childOf(processes, child, parent);
        if (below && (!root.sessionOnly || below->facts.session == root.leader)) open.push_back(std::move(*below));
    };
    while (!open.empty())
    {
        Found next = std::move(open.back());
        open.pop_back();
        const pid_t pid = next.member.pid;
        if (next.facts.alive()) tree.members.push_back(std::move(next.member));
        std::vector<pid_t> children;
        tree.whole &= sees([&] { children = processes.children(pid); });
        for (const pid_t child : children) tree.whole &= sees([&] { takeChild(child, pid); });
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

Tree findTree(const Processes& processes, TreeRoot root, const std::vector<pid_t>& others)
{
    Tree tree;
    const pid_t self = processes.self();
    std::vector<pid_t> children;
    tree.whole = sees([&] { children = processes.children(self); });
    // Then the number is another's by now, which it cannot become while anybody is left in the session.
    if (root.reaped && std::ranges::find(children, root.leader) != children.end()) root.leader = -1;
    const auto look = [&](pid_t pid, bool leader)
    {
        auto found = childOf(processes, pid, self);
        if (found && (leader || ownsOrphan(processes, root, pid, found->facts))) takeBranch(processes, root, std::move(*found), tree);
    };
    for (const pid_t pid : children)
    {
        const bool leader = !root.reaped && pid == root.leader;
        if (leader || !std::ranges::binary_search(others, pid)) tree.whole &= sees([&] { look(pid, leader); });
    }
    return tree;
}

Tree findStrays(const Processes& processes, const std::vector<pid_t>& others)
{
    Tree strays;
    const pid_t self = processes.self();
    std::optional<ProcessFacts> own;
    std::vector<pid_t> children;
    strays.whole = sees(
        [&]
        {
            own = processes.facts(self);
            children = processes.children(self);
        });
    const auto look = [&](pid_t pid)
    {
        auto found = childOf(processes, pid, self);
        if (found && own && found->facts.alive() && found->facts.session != own->session)
            takeBranch(processes, {}, std::move(*found), strays);
    };
    for (const pid_t pid : children)
        if (!std::ranges::binary_search(others, pid)) strays.whole &= sees([&] { look(pid); });
    return strays;
}

} // namespace venomx::pane
