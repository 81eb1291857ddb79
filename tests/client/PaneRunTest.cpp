// `pane run` while its program is being started: signals that come before the daemon's answer, and answers that come late or never.
#include "AgainstDaemon.h"

#include <cppunit/extensions/HelperMacros.h>
#include <csignal>

namespace venomx::client::test
{
namespace
{

const std::vector<std::string> kRun{"pane", "run", "--session", "s0", "--", "make"};
const std::string kMade{R"({"id":$ID,"ok":{"pane":"p7"}})"
                        "\n"};
const std::string kCancelled{R"({"id":$ID,"error":{"code":"unavailable.cancelled","message":"cancelled","data":{}}})"
                             "\n"};

/// What came of a run whose start is not answered before it is interrupted; `answer` is what the daemon says of the cancel.
Ended interrupted(FakeDaemon& daemon, const std::string& answer)
{
    daemon.on("window.create", "");
    daemon.on("cancel", answer);
    daemon.onResult("pane.close", "{}");
    Program program{kRun, environment(daemon)};
    daemon.awaitRequest("window.create");
    program.signal(SIGINT);
    return program.wait();
}

} // namespace

class PaneRunTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PaneRunTest);
    CPPUNIT_TEST(anInterruptCancelsTheStart);
    CPPUNIT_TEST(aPaneThatCameToBeAllTheSameIsClosed);
    CPPUNIT_TEST(anEndWithoutAStatusIsNotUnderstood);
    CPPUNIT_TEST(aSignalOfAnotherSystemHasAStatusToo);
    CPPUNIT_TEST(aPaneThatCannotBeClosedIsNotTheErrorToTell);
    CPPUNIT_TEST_SUITE_END();

public:
    void anInterruptCancelsTheStart()
    {
        FakeDaemon daemon;
        expect(interrupted(daemon, kCancelled), 128 + SIGINT, "", "");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, daemon.requests("cancel").size());
        CPPUNIT_ASSERT(daemon.requests("pane.close").empty());
    }

    void aPaneThatCameToBeAllTheSameIsClosed()
    {
        FakeDaemon daemon;
        expect(interrupted(daemon, kMade), 128 + SIGINT, "", "");
        CPPUNIT_ASSERT(daemon.requests("pane.close").at(0).ends_with(R"("params":{"pane":"p7"}})"));
    }

    void anEndWithoutAStatusIsNotUnderstood()
    {
        FakeDaemon daemon;
        daemon.on("window.create", kMade);
        daemon.onResult("pane.wait", R"({"reason":"exit"})");
        daemon.onResult("pane.close", "{}");
        expect(run(daemon, kRun), 1, "", "venomx: the daemon's answer is not understood (protocol.answer)\n");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, daemon.requests("pane.close").size());
    }

    /// One that this system has no name for counts as the first real-time signal.
    void aSignalOfAnotherSystemHasAStatusToo()
    {
        FakeDaemon daemon;
        daemon.on("window.create", kMade);
        daemon.onResult("pane.capture", R"({"text":"x\n\n"})");
        daemon.onResult("pane.close", "{}");
        for (const auto& [name, status] :
             {std::pair{"SIGTERM", 128 + SIGTERM}, std::pair{"SIGRTMIN+2", 128 + SIGRTMIN + 2}, std::pair{"SIGNEW", 128 + SIGRTMIN}})
        {
            daemon.onResult("pane.wait", R"({"reason":"exit","status":{"signal":")" + std::string{name} + R"(","core":false}})");
            expect(run(daemon, kRun), status, "x\n", "");
        }
    }

    void aPaneThatCannotBeClosedIsNotTheErrorToTell()
    {
        FakeDaemon daemon;
        daemon.on("window.create", kMade);
        daemon.on("pane.wait", R"({"id":$ID,"error":{"code":"not_found.pane","message":"no such pane","data":{}}})"
                               "\n");
        daemon.on("pane.close", R"({"id":$ID,"error":{"code":"internal.plugin","message":"it failed","data":{}}})"
                                "\n");
        expect(run(daemon, kRun), 3, "", "venomx: no such pane (not_found.pane)\n");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, daemon.requests("pane.close").size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PaneRunTest);

} // namespace venomx::client::test
