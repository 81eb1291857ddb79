// A made-up world of processes for the end of trees. Any thread.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <sys/eventfd.h>
#include <thread>
#include <utility>
#include <vector>

#include "Processes.h"

namespace venomx::pane
{

/// Each process leads a session of its own, below number 1. What is signalled dies, and leaves its orphans to number 1.
class DyingProcesses : public Processes
{
public:
    struct Entry
    {
        pid_t parent;
        pid_t session;
        bool fleeting{false}; ///< ends by itself as soon as it is looked at
    };
    explicit DyingProcesses(std::map<pid_t, Entry> world, std::chrono::milliseconds firstList = {})
        : _world(std::move(world)), _firstList(firstList)
    {
    }

    [[nodiscard]] pid_t self() const override { return 1; }
    [[nodiscard]] std::vector<pid_t> children(pid_t parent) const override
    {
        const std::lock_guard guard{_mutex};
        if (_blind) throw CannotLook{};
        if (_starved) throw std::bad_alloc{};
        if (parent == self() && _lists++ == 0) std::this_thread::sleep_for(_firstList);
        std::vector<pid_t> found;
        for (const auto& [pid, entry] : _world)
            if (entry.parent == parent) found.push_back(pid);
        return found;
    }
    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override
    {
        const std::lock_guard guard{_mutex};
        const auto found = _world.find(pid);
        if (found == _world.end()) return std::nullopt;
        const Entry entry = found->second;
        if (entry.fleeting) die(pid);
        return ProcessFacts{.state = entry.fleeting ? 'Z' : 'S', .parent = entry.parent, .group = pid, .session = entry.session};
    }
    [[nodiscard]] std::string startedWith(pid_t, std::string_view) const override { return {}; }
    [[nodiscard]] UniqueFd pin(pid_t pid) const override
    {
        const std::lock_guard guard{_mutex};
        if (_blind || _unseen.contains(pid)) throw CannotLook{};
        if (!_world.contains(pid)) return {};
        UniqueFd pidfd{::eventfd(0, EFD_CLOEXEC)};
        _pinned[pidfd.get()] = pid;
        return pidfd;
    }
    void signal(const UniqueFd& pidfd, int) const override
    {
        const std::lock_guard guard{_mutex};
        const pid_t pid = _pinned.at(pidfd.get());
        _signalled.insert(pid);
        die(pid);
        static_cast<void>(::eventfd_write(pidfd.get(), 1));
    }

    /// As by the hold that somebody has on it.
    void end(pid_t pid)
    {
        const std::lock_guard guard{_mutex};
        die(pid);
    }
    /// There is nothing to look with, from now on or not any more; for these alone.
    void blind(bool now)
    {
        const std::lock_guard guard{_mutex};
        _blind = now;
    }
    /// As there is no memory for a list of them.
    void starve(bool now)
    {
        const std::lock_guard guard{_mutex};
        _starved = now;
    }
    void hide(std::set<pid_t> unseen)
    {
        const std::lock_guard guard{_mutex};
        _unseen = std::move(unseen);
    }
    [[nodiscard]] std::set<pid_t> signalled() const
    {
        const std::lock_guard guard{_mutex};
        return _signalled;
    }
    [[nodiscard]] int lists() const
    {
        const std::lock_guard guard{_mutex};
        return _lists;
    }

private:
    void die(pid_t pid) const
    {
        _world.erase(pid);
        for (auto& [number, entry] : _world)
            if (entry.parent == pid) entry.parent = self();
    }

    mutable std::mutex _mutex;
    mutable std::map<pid_t, Entry> _world;
    mutable std::map<int, pid_t> _pinned;
    mutable std::set<pid_t> _signalled;
    mutable int _lists{0};
    bool _blind{false};
    bool _starved{false};
    std::set<pid_t> _unseen;
    std::chrono::milliseconds _firstList; ///< how long it takes
};

} // namespace venomx::pane
