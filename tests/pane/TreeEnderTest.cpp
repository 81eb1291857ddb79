// Many trees ended together: the daemon's children are listed once for all of them, and what escapes that list is still found.
#include "TreeEnder.h"

#include <cppunit/extensions/HelperMacros.h>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <sys/eventfd.h>
#include <thread>
#include <venomx/sdk/testing.h>

namespace venomx::pane
{

namespace
{

using testing::FakeServices;

/// Each process leads a session of its own, below number 1. What is signalled dies, and leaves its orphans to number 1.
class Dying : public Processes
{
public:
    struct Entry
    {
        pid_t parent;
        pid_t session;
        bool fleeting{false}; ///< ends by itself as soon as it is looked at
    };
    explicit Dying(std::map<pid_t, Entry> world, std::chrono::milliseconds firstList = {}) : _world(std::move(world)), _firstList(firstList)
    {
    }

    [[nodiscard]] pid_t self() const override { return 1; }
    [[nodiscard]] std::vector<pid_t> children(pid_t parent) const override
    {
        const std::lock_guard guard{_mutex};
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
    std::chrono::milliseconds _firstList; ///< how long it takes
};

/// Ends the trees of these leaders together, and gives how many processes were left.
std::size_t endAll(FakeServices& services, const std::shared_ptr<const Dying>& processes, const std::vector<pid_t>& leaders,
                   bool reaped = false)
{
    std::optional<TreeEnder> ender;
    std::promise<void> all;
    std::size_t ended = 0;
    std::size_t left = 0;
    const auto done = [&](std::size_t more)
    {
        left += more;
        if (++ended == leaders.size()) all.set_value();
    };
    services.loop.run(
        [&]
        {
            ender.emplace(services.loop, services.workers, processes, [&] { return reaped ? std::vector<pid_t>{} : leaders; });
            for (const pid_t leader : leaders)
                ender->end({.root = [leader, reaped] { return TreeRoot{.leader = leader, .reaped = reaped, .terminal = {}, .marks = {}}; },
                            .grace = {},
                            .done = done});
        });
    all.get_future().wait();
    services.loop.run([&] { ender.reset(); });
    return left;
}

} // namespace

class TreeEnderTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(TreeEnderTest);
    CPPUNIT_TEST(testOneListForAll);
    CPPUNIT_TEST(testOrphansOfThoseThatEndMeanwhile);
    CPPUNIT_TEST(testALookLongerThanThePatience);
    CPPUNIT_TEST_SUITE_END();

    void testOneListForAll()
    {
        std::map<pid_t, Dying::Entry> world;
        std::vector<pid_t> leaders;
        for (pid_t pid = 100; pid < 400; ++pid)
        {
            world[pid] = {.parent = 1, .session = pid};
            world[pid + 1000] = {.parent = pid, .session = pid};
            leaders.push_back(pid);
        }
        const auto processes = std::make_shared<const Dying>(world);
        FakeServices services;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, endAll(services, processes, leaders));
        CPPUNIT_ASSERT_EQUAL(world.size(), processes->signalled().size());
        CPPUNIT_ASSERT_MESSAGE(std::to_string(processes->lists()), processes->lists() < 100);
    }

    void testOrphansOfThoseThatEndMeanwhile()
    {
        // Of a pane whose process has gone: 20 ends when it is looked at, and only then 30 is a child that a list could name.
        const auto processes = std::make_shared<const Dying>(
            std::map<pid_t, Dying::Entry>{{20, {.parent = 1, .session = 10, .fleeting = true}}, {30, {.parent = 20, .session = 10}}});
        FakeServices services;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, endAll(services, processes, {10}, true));
        CPPUNIT_ASSERT(std::set<pid_t>{30} == processes->signalled());
    }

    /// Patience is for processes that have been killed, which nobody has before the first look is over.
    void testALookLongerThanThePatience()
    {
        const std::map<pid_t, Dying::Entry> world{{10, {.parent = 1, .session = 10}}, {20, {.parent = 1, .session = 20}}};
        const auto processes = std::make_shared<const Dying>(world, std::chrono::milliseconds{2200});
        FakeServices services;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, endAll(services, processes, {10, 20}));
        CPPUNIT_ASSERT((std::set<pid_t>{10, 20}) == processes->signalled());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TreeEnderTest);

} // namespace venomx::pane
