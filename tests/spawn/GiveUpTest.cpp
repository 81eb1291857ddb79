// Starts that do not come to an end by themselves: stuck file systems, cancels, children killed before they execute, stops.
#include "Lease.h"
#include "SpawnRoom.h"

#include <atomic>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <latch>
#include <thread>

namespace venomx::tests
{
namespace
{

using namespace std::chrono_literals;

constexpr const char* kCwdOther = R"(unavailable.cwd {"reason":"other"})";
constexpr const char* kSpawnOther = R"(unavailable.spawn {"reason":"other"})";
constexpr const char* kCancelled = "unavailable.cancelled {}";
constexpr const char* kShutdown = "unavailable.shutdown {}";
constexpr const char* kTrue = R"({"argv":["true"]})";
constexpr const char* kInRoot = R"({"argv":["true"],"cwd":"/"})";

} // namespace

class GiveUpTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(GiveUpTest);
    CPPUNIT_TEST(aStuckDirectoryTimesOut);
    CPPUNIT_TEST(stuckOnesRefuseOthersAtOnce);
    CPPUNIT_TEST(stuckOnesCountBeforeTheyTimeOut);
    CPPUNIT_TEST(stuckProgramsDoNotCount);
    CPPUNIT_TEST(manyWaitForTheirTurn);
    CPPUNIT_TEST(cancelInAStuckDirectory);
    CPPUNIT_TEST(cancelWhileWaiting);
    CPPUNIT_TEST(cancelBeforeClone);
    CPPUNIT_TEST(cancelAfterTheProgramRuns);
    CPPUNIT_TEST(aStuckProgramTimesOut);
    CPPUNIT_TEST(cancelOfAStuckProgram);
    CPPUNIT_TEST(killedBeforeExecNeverStarted);
    CPPUNIT_TEST(killedAtAnyMoment);
    CPPUNIT_TEST(stopGivesAllUp);
    CPPUNIT_TEST(stoppingRefuses);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        _descriptors = openDescriptors();
        makeRoom({});
    }
    void tearDown() override
    {
        _room.reset();
        CPPUNIT_ASSERT(children().empty());
        CPPUNIT_ASSERT_EQUAL(_descriptors, openDescriptors());
    }
    void makeRoom(std::map<std::string, std::string> settings)
    {
        _room.reset();
        _room.emplace(SpawnRoom::Setup{.settings = std::move(settings)});
    }

    /// Launches with a working directory hang from now on, until the latch is released.
    void hangIn(Step step)
    {
        _hanging = 0;
        _room->outside->before(step,
                               [this]
                               {
                                   ++_hanging;
                                   _release.wait();
                               });
    }

    void aStuckDirectoryTimesOut()
    {
        makeRoom({{"spawn.timeout_ms", "150"}});
        hangIn(Step::realPath);
        const auto begin = std::chrono::steady_clock::now();
        TestLaunch stuck = _room->launch(kInRoot);
        TestLaunch free = _room->launch(kTrue);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, free.wait());
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, stuck.outcome());
        const auto took = std::chrono::steady_clock::now() - begin;
        CPPUNIT_ASSERT(took >= 150ms && took < 5s);
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.cwd{other}=1 spawn.started=1"}, _room->health.moved());
        _release.count_down();
        CPPUNIT_ASSERT(eventually([&] { return _room->services.workers.busy() == 0; }));
        // The one that came back late started nothing.
        _room->services.loop.settle();
        CPPUNIT_ASSERT_EQUAL(0, _room->outside->taken(Step::openTerminal) - 1);
        CPPUNIT_ASSERT_EQUAL(1, _room->outside->taken(Step::clone));
    }

    void stuckOnesRefuseOthersAtOnce()
    {
        makeRoom({{"spawn.timeout_ms", "100"}, {"spawn.stuck_limit", "2"}});
        hangIn(Step::realPath);
        TestLaunch first = _room->launch(kInRoot);
        TestLaunch second = _room->launch(kInRoot);
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, first.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, second.outcome());
        CPPUNIT_ASSERT_EQUAL(2, _hanging.load());

        TestLaunch third = _room->launch(kInRoot);
        CPPUNIT_ASSERT(third.settled(50ms));
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, third.outcome());
        CPPUNIT_ASSERT_EQUAL(2, _hanging.load());
        TestLaunch free = _room->launch(kTrue);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, free.wait());

        _release.count_down();
        CPPUNIT_ASSERT(eventually([&] { return _room->services.workers.busy() == 0; }));
        _room->services.loop.settle();
        TestLaunch again = _room->launch(kInRoot);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, again.wait());
    }

    /// At the usual limits: what hangs is known to hang long before its ten seconds are over.
    void stuckOnesCountBeforeTheyTimeOut()
    {
        makeRoom({{"spawn.stuck_limit", "3"}});
        hangIn(Step::realPath);
        std::vector<TestLaunch> stuck;
        for (int i = 0; i < 3; ++i) stuck.push_back(_room->launch(kInRoot));
        CPPUNIT_ASSERT(eventually([&] { return _hanging == 3; }));
        const auto begin = std::chrono::steady_clock::now();
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, _room->launch(kInRoot).outcome());
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - begin < 5s);
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, _room->launch(kInRoot).outcome());
        for (TestLaunch& launch : stuck) CPPUNIT_ASSERT(!launch.settled(0ms));
        CPPUNIT_ASSERT_EQUAL(3, _hanging.load());
        _release.count_down();
        for (TestLaunch& launch : stuck) CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.cwd{other}=2 spawn.started=3"}, _room->health.moved());
    }

    /// They are through with their directories: a request with one waits its turn and is not refused for theirs.
    void stuckProgramsDoNotCount()
    {
        makeRoom({{"spawn.stuck_limit", "2"}, {"spawn.timeout_ms", "1200"}});
        const std::string program = _folder.file("program", "#!/bin/sh\n");
        const Lease lease{program};
        const std::string slow = R"({"cwd":"/","argv":[)" + jsonText(program) + "]}";
        TestLaunch first = _room->launch(slow);
        TestLaunch second = _room->launch(slow);
        CPPUNIT_ASSERT(eventually([] { return children().size() == 2; }));
        TestLaunch waiting = _room->launch(kInRoot);
        CPPUNIT_ASSERT(!waiting.settled(400ms));
        first.cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, waiting.wait());
        CPPUNIT_ASSERT_EQUAL(std::string{kCancelled}, first.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{kSpawnOther}, second.outcome());
    }

    void manyWaitForTheirTurn()
    {
        makeRoom({{"spawn.stuck_limit", "2"}});
        std::vector<TestLaunch> launches;
        for (int i = 0; i < 40; ++i) launches.push_back(_room->launch(kInRoot));
        for (TestLaunch& launch : launches) CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.started=40"}, _room->health.moved());
    }

    void cancelInAStuckDirectory()
    {
        hangIn(Step::realPath);
        TestLaunch stuck = _room->launch(kInRoot);
        CPPUNIT_ASSERT(eventually([&] { return _hanging == 1; }));
        stuck.cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{kCancelled}, stuck.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{}, _room->health.moved());
        _release.count_down();
    }

    void cancelWhileWaiting()
    {
        makeRoom({{"spawn.stuck_limit", "1"}});
        hangIn(Step::realPath);
        TestLaunch stuck = _room->launch(kInRoot);
        TestLaunch waiting = _room->launch(kInRoot);
        waiting.cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{kCancelled}, waiting.outcome());
        _release.count_down();
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, stuck.wait());
        CPPUNIT_ASSERT_EQUAL(1, _hanging.load());
    }

    void cancelBeforeClone()
    {
        hangIn(Step::openTerminal);
        TestLaunch launch = _room->launch(kTrue);
        CPPUNIT_ASSERT(eventually([&] { return _hanging == 1; }));
        launch.cancel();
        _release.count_down();
        CPPUNIT_ASSERT_EQUAL(std::string{kCancelled}, launch.outcome());
        CPPUNIT_ASSERT_EQUAL(0, _room->outside->taken(Step::clone));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.rolled_back=1"}, _room->health.moved());
    }

    void cancelAfterTheProgramRuns()
    {
        hangIn(Step::processFlags);
        TestLaunch launch = _room->launch(R"({"argv":["sleep","1000"]})");
        CPPUNIT_ASSERT(eventually([&] { return _hanging == 1; }));
        launch.cancel();
        _release.count_down();
        CPPUNIT_ASSERT_EQUAL(std::string{kCancelled}, launch.outcome());
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.rolled_back=1"}, _room->health.moved());
    }

    void aStuckProgramTimesOut()
    {
        makeRoom({{"spawn.timeout_ms", "150"}});
        const std::string program = _folder.file("program", "#!/bin/sh\n");
        Lease lease{program};
        TestLaunch stuck = _room->launch(R"({"argv":[)" + jsonText(program) + "]}");
        CPPUNIT_ASSERT_EQUAL(std::string{kSpawnOther}, stuck.outcome());
        CPPUNIT_ASSERT(children().empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.spawn{other}=1 spawn.rolled_back=1"}, _room->health.moved());
        lease.giveBack();
        TestLaunch again = _room->launch(R"({"argv":[)" + jsonText(program) + "]}");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, again.wait());
    }

    void cancelOfAStuckProgram()
    {
        const std::string program = _folder.file("program", "#!/bin/sh\n");
        const Lease lease{program};
        TestLaunch stuck = _room->launch(R"({"argv":[)" + jsonText(program) + R"(],"cwd":"/"})");
        CPPUNIT_ASSERT(eventually([] { return !children().empty(); }));
        stuck.cancel();
        CPPUNIT_ASSERT(stuck.settled(1s));
        CPPUNIT_ASSERT_EQUAL(std::string{kCancelled}, stuck.outcome());
        CPPUNIT_ASSERT(children().empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.rolled_back=1"}, _room->health.moved());
    }

    void killedBeforeExecNeverStarted()
    {
        const std::string program = _folder.file("program", "#!/bin/sh\n");
        const Lease lease{program};
        for (int i = 0; i < 50; ++i)
        {
            TestLaunch stuck = _room->launch(R"({"argv":[)" + jsonText(program) + "]}");
            CPPUNIT_ASSERT(eventually([] { return !children().empty(); }));
            ::kill(children().front(), SIGKILL);
            CPPUNIT_ASSERT_EQUAL(std::string{kSpawnOther}, stuck.outcome());
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.spawn{other}=50 spawn.rolled_back=50"}, _room->health.moved());
    }

    void killedAtAnyMoment()
    {
        std::atomic<bool> over{false};
        std::jthread killer{[&]
                            {
                                while (!over)
                                    for (const pid_t pid : children()) ::kill(pid, SIGKILL);
                            }};
        int started = 0;
        for (int i = 0; i < 200; ++i)
        {
            TestLaunch launch = _room->launch(kTrue);
            const std::string outcome = launch.outcome();
            CPPUNIT_ASSERT(outcome == "started" || outcome == kSpawnOther);
            if (outcome != "started") continue;
            ++started;
            const std::string end = launch.wait();
            CPPUNIT_ASSERT(end == "exit 0" || end == "signal 9");
        }
        over = true;
        killer.join();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(started), _room->health.count("spawn.started"));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(200 - started), _room->health.count("spawn.rolled_back"));
    }

    void stopGivesAllUp()
    {
        hangIn(Step::realPath);
        const std::string program = _folder.file("program", "#!/bin/sh\n");
        const Lease lease{program};
        TestLaunch inDirectory = _room->launch(kInRoot);
        TestLaunch inProgram = _room->launch(R"({"argv":[)" + jsonText(program) + "]}");
        CPPUNIT_ASSERT(eventually([&] { return _hanging == 1 && !children().empty(); }));
        _room->stop();
        CPPUNIT_ASSERT_EQUAL(std::string{kShutdown}, inDirectory.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{kShutdown}, inProgram.outcome());
        _release.count_down();
    }

    void stoppingRefuses()
    {
        _room->services.daemon.ending = true;
        CPPUNIT_ASSERT_EQUAL(std::string{kShutdown}, _room->launch(kTrue).outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{kShutdown}, _room->launch(kInRoot).outcome());
        CPPUNIT_ASSERT_EQUAL(0, _room->outside->taken(Step::realPath));
    }

private:
    TempFolder _folder;
    std::latch _release{1};
    std::atomic<int> _hanging{0};
    std::optional<SpawnRoom> _room;
    int _descriptors{0};
};

CPPUNIT_TEST_SUITE_REGISTRATION(GiveUpTest);

} // namespace venomx::tests
