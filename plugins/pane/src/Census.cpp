#include "Census.h"

#include <algorithm>
#include <map>
#include <utility>

namespace venomx::pane
{

namespace
{

/// The processes, but that the daemon's children are those that are given.
class Few final : public Processes
{
public:
    Few(const Processes& all, std::vector<pid_t> children) : _all(all), _children(std::move(children)) {}

    [[nodiscard]] pid_t self() const override { return _all.self(); }
    [[nodiscard]] std::vector<pid_t> children(pid_t parent) const override { return parent == self() ? _children : _all.children(parent); }
    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override { return _all.facts(pid); }
    [[nodiscard]] std::string startedWith(pid_t pid, std::string_view name) const override { return _all.startedWith(pid, name); }
    [[nodiscard]] UniqueFd pin(pid_t pid) const override { return _all.pin(pid); }
    void signal(const UniqueFd& pidfd, int signal) const override { _all.signal(pidfd, signal); }

private:
    const Processes& _all;
    std::vector<pid_t> _children;
};

} // namespace

/// The processes, but that each entry of an environment is read once. Only marks are asked for, and they are no secrets.
class Census::Remembered final : public Processes
{
public:
    explicit Remembered(const Processes& all) : _all(all) {}

    [[nodiscard]] pid_t self() const override { return _all.self(); }
    [[nodiscard]] std::vector<pid_t> children(pid_t parent) const override { return _all.children(parent); }
    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override { return _all.facts(pid); }
    [[nodiscard]] std::string startedWith(pid_t pid, std::string_view name) const override
    {
        const std::pair key{pid, std::string{name}};
        const auto known = _entries.find(key);
        if (known != _entries.end()) return known->second;
        return _entries.emplace(key, _all.startedWith(pid, name)).first->second;
    }
    [[nodiscard]] UniqueFd pin(pid_t pid) const override { return _all.pin(pid); }
    void signal(const UniqueFd& pidfd, int signal) const override { _all.signal(pidfd, signal); }

private:
    const Processes& _all;
    mutable std::map<std::pair<pid_t, std::string>, std::string> _entries;
};

Census::Census(const Processes& processes, const std::vector<pid_t>& children, const std::vector<pid_t>& panes)
    : _processes(processes), _children(children), _panes(panes), _remembered(std::make_shared<Remembered>(processes))
{
    std::vector<pid_t> strangers;
    std::ranges::set_difference(children, panes, std::back_inserter(strangers));
    for (const pid_t pid : strangers) add(pid);
}

void Census::add(pid_t stranger)
{
    try
    {
        if (const auto facts = _processes.facts(stranger)) _strangers.push_back({.pid = stranger, .facts = *facts});
    }
    catch (const CannotLook&)
    {
        _whole = false;
    }
}

Tree Census::findTree(const TreeRoot& root) const
{
    // Who cannot be told from a member is looked at as one, and asked again there.
    const auto mayBe = [&](pid_t pid, const ProcessFacts& facts)
    {
        try
        {
            return ownsOrphan(*_remembered, root, pid, facts);
        }
        catch (const CannotLook&)
        {
            return true;
        }
    };
    std::vector<pid_t> candidates;
    if (std::ranges::binary_search(_children, root.leader)) candidates.push_back(root.leader);
    for (const auto& [pid, facts] : _strangers)
        if (pid != root.leader && mayBe(pid, facts)) candidates.push_back(pid);
    if (candidates.empty()) return {.members = {}, .whole = _whole};
    Tree tree = pane::findTree(Few{_processes, std::move(candidates)}, root, _panes);
    tree.whole &= _whole;
    return tree;
}

} // namespace venomx::pane
