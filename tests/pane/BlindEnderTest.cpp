// Trees that end while the system has nothing to look at processes with: the leader by the hold on it, the others as soon as they
// can be seen, and whoever asked is told once, in bounded time.
#include "TreeEnder.h"

#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <new>
#include <optional>
#include <venomx/sdk/testing.h>

#include "DyingProcesses.h"
#include "PaneRoom.h"

namespace venomx::pane
{

namespace
{

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;
using tests::eventually;

/// The tree of 10, to which 20 belongs by its parent and 30 by its session.
struct Room
{
    testing::FakeServices services;
    std::shared_ptr<DyingProcesses> processes = std::make_shared<DyingProcesses>(std::map<pid_t, DyingProcesses::Entry>{
        {10, {.parent = 1, .session = 10}}, {20, {.parent = 10, .session = 10}}, {30, {.parent = 1, .session = 10}}});
    std::optional<TreeEnder> ender;
    std::vector<int> toLeader;     // control loop
    std::size_t asked{0};          // control loop: for the panes' processes
    bool starved{false};           // control loop: there is no memory for those
    std::vector<std::size_t> told; // control loop

    Room()
    {
        const auto panes = [this]
        {
            ++asked;
            if (starved) throw std::bad_alloc{};
            return std::vector<pid_t>{10};
        };
        services.loop.run([&] { ender.emplace(services.loop, services.workers, processes, panes); });
    }
    ~Room()
    {
        services.loop.run([&] { ender.reset(); });
    }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    /// `deaf`: the leader ends by SIGKILL alone.
    void end(Milliseconds grace, bool deaf = false)
    {
        const auto signalLeader = [this, deaf](int signal)
        {
            toLeader.push_back(signal);
            if (!deaf || signal == SIGKILL) processes->end(10);
        };
        services.loop.run(
            [&]
            {
                ender->end({.root = [] { return TreeRoot{.leader = 10, .reaped = false, .terminal = {}, .marks = {}}; },
                            .grace = grace,
                            .signalLeader = signalLeader,
                            .done = [this](std::size_t left) { told.push_back(left); }});
            });
    }
    template <class Ask>
    [[nodiscard]] auto onLoop(Ask ask)
    {
        decltype(ask()) answer{};
        services.loop.run([&] { answer = ask(); });
        return answer;
    }
    [[nodiscard]] bool isTold()
    {
        return eventually([this] { return onLoop([this] { return !told.empty(); }); });
    }
    [[nodiscard]] std::size_t unseen()
    {
        return onLoop([this] { return ender->unseen(); });
    }
    void expectTold(std::size_t left)
    {
        CPPUNIT_ASSERT(std::vector<std::size_t>{left} == onLoop([this] { return told; }));
    }
};

} // namespace

class BlindEnderTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(BlindEnderTest);
    CPPUNIT_TEST(testSeenAgain);
    CPPUNIT_TEST(testNoMemoryToLook);
    CPPUNIT_TEST(testNoMemoryToBeginALook);
    CPPUNIT_TEST(testGrace);
    CPPUNIT_TEST(testNotSeenInTime);
    CPPUNIT_TEST(testOneThatCannotBeSeen);
    CPPUNIT_TEST_SUITE_END();

    void testSeenAgain()
    {
        Room room;
        room.processes->blind(true);
        room.end(Milliseconds{0});
        CPPUNIT_ASSERT(eventually([&] { return !room.onLoop([&] { return room.toLeader; }).empty(); }));
        CPPUNIT_ASSERT_EQUAL(SIGKILL, room.onLoop([&] { return room.toLeader.front(); }));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.unseen());
        CPPUNIT_ASSERT(room.onLoop([&] { return room.told; }).empty());
        room.processes->blind(false);
        CPPUNIT_ASSERT(room.isTold());
        room.expectTold(0);
        CPPUNIT_ASSERT((std::set<pid_t>{20, 30}) == room.processes->signalled());
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, room.unseen());
    }

    /// Neither ends the worker or leaves somebody waiting: it is like a look that saw nothing.
    void testNoMemoryToLook()
    {
        Room room;
        room.processes->starve(true);
        room.end(Milliseconds{0});
        CPPUNIT_ASSERT(eventually([&] { return !room.onLoop([&] { return room.toLeader; }).empty(); }));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.unseen());
        room.processes->starve(false);
        CPPUNIT_ASSERT(room.isTold());
        room.expectTold(0);
        CPPUNIT_ASSERT((std::set<pid_t>{20, 30}) == room.processes->signalled());
    }

    void testNoMemoryToBeginALook()
    {
        Room room;
        room.services.loop.run([&] { room.starved = true; });
        room.end(Milliseconds{0});
        CPPUNIT_ASSERT(eventually([&] { return room.onLoop([&] { return room.asked; }) > 2; }));
        CPPUNIT_ASSERT(room.processes->signalled().empty());
        CPPUNIT_ASSERT(room.onLoop([&] { return room.told; }).empty());
        room.services.loop.run([&] { room.starved = false; });
        CPPUNIT_ASSERT(room.isTold());
        room.expectTold(0);
        CPPUNIT_ASSERT((std::set<pid_t>{10, 20, 30}) == room.processes->signalled());
    }

    /// Hung up once, however often the look fails, and killed when the grace is over.
    void testGrace()
    {
        Room room;
        room.processes->blind(true);
        const auto begun = Clock::now();
        room.end(Milliseconds{300}, true);
        const auto killed = [&] { return room.toLeader.size() > 2; };
        CPPUNIT_ASSERT(eventually([&] { return room.onLoop(killed); }));
        CPPUNIT_ASSERT(Clock::now() - begun >= Milliseconds{300});
        const auto signals = room.onLoop([&] { return std::vector<int>{room.toLeader.begin(), room.toLeader.begin() + 3}; });
        CPPUNIT_ASSERT((std::vector<int>{SIGHUP, SIGCONT, SIGKILL}) == signals);
        room.processes->blind(false);
        CPPUNIT_ASSERT(room.isTold());
        room.expectTold(0);
    }

    void testNotSeenInTime()
    {
        Room room;
        room.processes->blind(true);
        const auto begun = Clock::now();
        room.end(Milliseconds{0});
        CPPUNIT_ASSERT(room.isTold());
        CPPUNIT_ASSERT(Clock::now() - begun < Milliseconds{12000});
        room.expectTold(1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.unseen());
        CPPUNIT_ASSERT(room.processes->signalled().empty());
        // Nobody waits any more, and yet.
        room.processes->blind(false);
        CPPUNIT_ASSERT(eventually([&] { return room.unseen() == 0; }));
        CPPUNIT_ASSERT((std::set<pid_t>{20, 30}) == room.processes->signalled());
        room.expectTold(1);
    }

    /// The others end meanwhile.
    void testOneThatCannotBeSeen()
    {
        Room room;
        room.processes->hide({30});
        room.end(Milliseconds{0});
        CPPUNIT_ASSERT(eventually([&] { return room.processes->signalled() == std::set<pid_t>{10, 20}; }));
        CPPUNIT_ASSERT(eventually([&] { return room.unseen() == 1; }));
        CPPUNIT_ASSERT(room.onLoop([&] { return room.told; }).empty());
        room.processes->hide({});
        CPPUNIT_ASSERT(room.isTold());
        room.expectTold(0);
        CPPUNIT_ASSERT((std::set<pid_t>{10, 20, 30}) == room.processes->signalled());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BlindEnderTest);

} // namespace venomx::pane
