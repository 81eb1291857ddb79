// Many trees ended together: the daemon's children are listed once for all of them, and what escapes that list is still found.
#include "TreeEnder.h"

#include <cppunit/extensions/HelperMacros.h>
#include <future>
#include <venomx/sdk/testing.h>

#include "DyingProcesses.h"

namespace venomx::pane
{

namespace
{

using testing::FakeServices;

/// Ends the trees of these leaders together, and gives how many processes were left.
std::size_t endAll(FakeServices& services, const std::shared_ptr<const DyingProcesses>& processes, const std::vector<pid_t>& leaders,
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
                            .signalLeader = [](int) { CPPUNIT_FAIL("every look sees all"); },
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
        std::map<pid_t, DyingProcesses::Entry> world;
        std::vector<pid_t> leaders;
        for (pid_t pid = 100; pid < 400; ++pid)
        {
            world[pid] = {.parent = 1, .session = pid};
            world[pid + 1000] = {.parent = pid, .session = pid};
            leaders.push_back(pid);
        }
        const auto processes = std::make_shared<const DyingProcesses>(world);
        FakeServices services;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, endAll(services, processes, leaders));
        CPPUNIT_ASSERT_EQUAL(world.size(), processes->signalled().size());
        CPPUNIT_ASSERT_MESSAGE(std::to_string(processes->lists()), processes->lists() < 100);
    }

    void testOrphansOfThoseThatEndMeanwhile()
    {
        // Of a pane whose process has gone: 20 ends when it is looked at, and only then 30 is a child that a list could name.
        const auto processes = std::make_shared<const DyingProcesses>(std::map<pid_t, DyingProcesses::Entry>{
            {20, {.parent = 1, .session = 10, .fleeting = true}}, {30, {.parent = 20, .session = 10}}});
        FakeServices services;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, endAll(services, processes, {10}, true));
        CPPUNIT_ASSERT(std::set<pid_t>{30} == processes->signalled());
    }

    /// Patience is for processes that have been killed, which nobody has before the first look is over.
    void testALookLongerThanThePatience()
    {
        const std::map<pid_t, DyingProcesses::Entry> world{{10, {.parent = 1, .session = 10}}, {20, {.parent = 1, .session = 20}}};
        const auto processes = std::make_shared<const DyingProcesses>(world, std::chrono::milliseconds{2200});
        FakeServices services;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, endAll(services, processes, {10, 20}));
        CPPUNIT_ASSERT((std::set<pid_t>{10, 20}) == processes->signalled());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TreeEnderTest);

} // namespace venomx::pane
