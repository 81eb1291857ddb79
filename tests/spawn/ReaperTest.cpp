// Orphans that the daemon adopts are reaped; statuses that somebody wants are not taken.
#include "SpawnRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace venomx::tests
{

class ReaperTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ReaperTest);
    CPPUNIT_TEST(orphansAreReaped);
    CPPUNIT_TEST(wantedStatusesStay);
    CPPUNIT_TEST(ignoredChildSignalIsUndone);
    CPPUNIT_TEST(wantedPids);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
    void tearDown() override { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }

    void orphansAreReaped()
    {
        SpawnRoom room;
        TestLaunch launch = room.launch(R"({"argv":["sh","-c","for i in 1 2 3 4 5; do (setsid sleep 0.05 &) ; done"]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
    }

    void wantedStatusesStay()
    {
        SpawnRoom room;
        const std::string done = _folder.path("done");
        TestLaunch first = room.launch(R"({"argv":["sh","-c","exit 3"]})");
        TestLaunch second = room.launch(R"({"argv":["sh","-c","(setsid sleep 0.02 &); : >)" + done + R"("]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, first.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, second.outcome());
        CPPUNIT_ASSERT(eventually([&] { return std::filesystem::exists(done); }));
        // Two whose statuses are wanted; the orphan may have to wait behind them.
        CPPUNIT_ASSERT(eventually([] { return children().size() <= 3; }));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 3"}, first.wait());
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, second.wait());
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
    }

    void ignoredChildSignalIsUndone()
    {
        ::signal(SIGCHLD, SIG_IGN);
        SpawnRoom room;
        TestLaunch launch = room.launch(R"({"argv":["sh","-c","exit 4"]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 4"}, launch.wait());
    }

    void wantedPids()
    {
        spawn::WantedPids wanted;
        pid_t starting = -1;
        wanted.starting(starting);
        CPPUNIT_ASSERT(!wanted.contains(70));
        starting = 70;
        CPPUNIT_ASSERT(wanted.contains(70));
        wanted.started(starting);
        pid_t again = 70;
        wanted.starting(again);
        wanted.started(again);
        wanted.reaped(70);
        CPPUNIT_ASSERT(wanted.contains(70));
        wanted.reaped(70);
        CPPUNIT_ASSERT(!wanted.contains(70));
        pid_t failing = 71;
        wanted.starting(failing);
        wanted.failed(failing);
        CPPUNIT_ASSERT(!wanted.contains(71));
        wanted.reaped(71);
    }

private:
    TempFolder _folder;
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReaperTest);

} // namespace venomx::tests
