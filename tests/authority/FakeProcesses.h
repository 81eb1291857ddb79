// A made-up world of processes: number 1 at the top, below it the daemon's starter and the daemon. Time passes with each start.
// Members are the test's to change.
#pragma once

#include <fcntl.h>
#include <functional>
#include <map>

#include "kernel/authority/Processes.h"

namespace venomx::tests
{

class FakeProcesses : public kernel::Processes
{
public:
    static constexpr pid_t kTop = 1;
    static constexpr pid_t kStarter = 50;
    static constexpr pid_t kDaemon = 100;

    struct Entry
    {
        pid_t parent{0};
        std::uint64_t started{0};
        bool alive{true};
        bool amongUs{true};
    };
    std::map<pid_t, Entry> world{{kTop, {0, 1}}, {kStarter, {kTop, 5}}, {kDaemon, {kStarter, 10}}};
    std::uint64_t time{10};
    bool pins{true};                     ///< can a peer be held fast
    std::function<void(pid_t)> lookedAt; ///< what happens meanwhile
    mutable int looks{0};

    /// A new process; its number.
    pid_t start(pid_t parent)
    {
        world[++_last] = {.parent = parent, .started = ++time};
        return _last;
    }

    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override
    {
        ++looks;
        const auto found = world.find(pid);
        std::optional<ProcessFacts> facts;
        if (found != world.end()) facts = ProcessFacts{.state = 'S', .parent = found->second.parent, .started = found->second.started};
        if (lookedAt) lookedAt(pid);
        return facts;
    }
    [[nodiscard]] std::uint64_t now() const override { return time; }
    [[nodiscard]] UniqueFd pin(const kernel::Peer& peer) const override
    {
        _pinned = peer.pid;
        return pins && world.contains(peer.pid) ? UniqueFd{::open("/dev/null", O_RDONLY | O_CLOEXEC)} : UniqueFd{};
    }
    [[nodiscard]] bool alive(const UniqueFd&) const override { return world.contains(_pinned) && world.at(_pinned).alive; }
    [[nodiscard]] bool amongUs(const UniqueFd&) const override { return world.at(_pinned).amongUs; }

private:
    pid_t _last{1000};
    mutable pid_t _pinned{0};
};

} // namespace venomx::tests
