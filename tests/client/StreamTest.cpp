// The program while something lasts: streams, waits, signals, and connections that break.
#include "AgainstDaemon.h"

#include <cppunit/extensions/HelperMacros.h>
#include <csignal>

namespace venomx::client::test
{
namespace
{

const std::string kOpened{R"({"id":$ID,"ok":{"boot":"b","from":1,"next":2,"count":0}})"
                          "\n"};
const std::string kFirst{R"({"id":$ID,"event":{"seq":1,"at":"2026-11-30T14:05:11.042Z","kind":"pane.created","data":{"pane":"p0"}}})"
                         "\n"};
const std::string kSecond{R"({"id":$ID,"event":{"seq":2,"at":"2026-11-30T14:05:12.000Z","kind":"pane.closed","data":{}}})"
                          "\n"};

/// What people are told of kOpened.
const std::string kHeader{"boot=b  from=1  next=2  count=0\n"};

std::string endFrame(const std::string& reason)
{
    return R"({"id":$ID,"end":{"reason":")" + reason + "\"}}\n";
}

} // namespace

class StreamTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(StreamTest);
    CPPUNIT_TEST(eventsAreALineEach);
    CPPUNIT_TEST(outputIsBytes);
    CPPUNIT_TEST(endsHaveTheirStatus);
    CPPUNIT_TEST(anInterruptCancelsAStream);
    CPPUNIT_TEST(anInterruptCancelsAWait);
    CPPUNIT_TEST(anAnswerAfterTheInterruptIsShown);
    CPPUNIT_TEST(aSecondInterruptDoesNotWait);
    CPPUNIT_TEST(aDaemonThatDoesNotAnswerACancelHoldsNothingUp);
    CPPUNIT_TEST(aReaderThatLeavesEndsTheStream);
    CPPUNIT_TEST(aReaderThatStopsHoldsNoSignalUp);
    CPPUNIT_TEST(brokenConnectionsAreClearErrors);
    CPPUNIT_TEST(aResultThatCannotBeWritten);
    CPPUNIT_TEST(closedDescriptorsAreNotTheSocket);
    CPPUNIT_TEST_SUITE_END();

public:
    void eventsAreALineEach()
    {
        FakeDaemon daemon;
        daemon.on("events", kOpened + kFirst + kSecond + endFrame("done"));
        expect(run(daemon, {"events", "--json"}), 0,
               R"({"seq":1,"at":"2026-11-30T14:05:11.042Z","kind":"pane.created","data":{"pane":"p0"}})"
               "\n"
               R"({"seq":2,"at":"2026-11-30T14:05:12.000Z","kind":"pane.closed","data":{}})"
               "\n",
               "");
        expect(run(daemon, {"events", "--no-follow"}), 0,
               kHeader + "1  2026-11-30T14:05:11.042Z  pane.created  pane=p0\n2  2026-11-30T14:05:12.000Z  pane.closed\n", "");
        CPPUNIT_ASSERT(daemon.requests("events").at(1).ends_with(R"("params":{"follow":false}})"));
    }

    void outputIsBytes()
    {
        FakeDaemon daemon;
        daemon.on("pane.output", R"({"id":$ID,"ok":{}})"
                                 "\n"
                                 R"({"id":$ID,"output":{"offset":0,"bytes":"aGkb/w=="}})"
                                 "\n" +
                                     endFrame("closed"));
        expect(run(daemon, {"pane", "output", "--pane", "p0"}), 0, "hi\x1b\xff", "");
        expect(run(daemon, {"pane", "output", "--pane", "p0", "--json"}), 0,
               R"({"offset":0,"bytes":"aGkb/w=="})"
               "\n",
               "");
    }

    void endsHaveTheirStatus()
    {
        FakeDaemon daemon;
        daemon.on("events", kOpened + endFrame("revoked"));
        expect(run(daemon, {"events"}), 4, kHeader, "venomx: the rights to this stream were revoked (denied.token)\n");
        daemon.on("events", kOpened + endFrame("cancelled"));
        expect(run(daemon, {"events"}), 6, kHeader, "venomx: cancelled (unavailable.cancelled)\n");
        daemon.on("events", R"({"id":$ID,"error":{"code":"conflict.boot","message":"another life","data":{}}})"
                            "\n");
        expect(run(daemon, {"events"}), 5, "", "venomx: another life (conflict.boot)\n");
    }

    void anInterruptCancelsAStream()
    {
        FakeDaemon daemon;
        daemon.on("events", kOpened + kFirst);
        daemon.on("cancel", kSecond + endFrame("cancelled"));
        Program program{{"events"}, environment(daemon)};
        program.awaitOutput("pane=p0\n");
        program.signal(SIGINT);
        expect(program.wait(), 130,
               kHeader + "1  2026-11-30T14:05:11.042Z  pane.created  pane=p0\n2  2026-11-30T14:05:12.000Z  pane.closed\n", "");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"cancel":2})"}, daemon.requests("cancel").at(0));
    }

    void anInterruptCancelsAWait()
    {
        FakeDaemon daemon;
        daemon.on("pane.wait", "");
        daemon.on("cancel", R"({"id":$ID,"error":{"code":"unavailable.cancelled","message":"cancelled","data":{}}})"
                            "\n");
        for (const auto& [signal, status] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}})
        {
            FakeDaemon fresh;
            fresh.on("pane.wait", "");
            fresh.on("cancel", R"({"id":$ID,"error":{"code":"unavailable.cancelled","message":"cancelled","data":{}}})"
                               "\n");
            Program program{{"pane", "wait", "--pane", "p0"}, environment(fresh)};
            fresh.awaitRequest("pane.wait");
            program.signal(signal);
            expect(program.wait(), status, "", "");
        }
        Program program{{"pane", "wait", "--pane", "p0", "--json"}, environment(daemon)};
        daemon.awaitRequest("pane.wait");
        program.signal(SIGINT);
        expect(program.wait(), 130,
               R"({"error":{"code":"unavailable.cancelled","message":"cancelled","data":{}}})"
               "\n",
               "");
    }

    void anAnswerAfterTheInterruptIsShown()
    {
        FakeDaemon daemon;
        daemon.on("pane.wait", "");
        daemon.on("cancel", R"({"id":$ID,"ok":{"reason":"exit"}})"
                            "\n");
        Program program{{"pane", "wait", "--pane", "p0", "--json"}, environment(daemon)};
        daemon.awaitRequest("pane.wait");
        program.signal(SIGINT);
        expect(program.wait(), 130, "{\"reason\":\"exit\"}\n", "");
    }

    void aSecondInterruptDoesNotWait()
    {
        FakeDaemon daemon;
        daemon.on("pane.wait", "");
        daemon.on("cancel", "");
        Program program{{"pane", "wait", "--pane", "p0"}, environment(daemon)};
        daemon.awaitRequest("pane.wait");
        program.signal(SIGINT);
        daemon.awaitRequest("cancel");
        program.signal(SIGTERM);
        expect(program.wait(), 130, "", "");
    }

    void aDaemonThatDoesNotAnswerACancelHoldsNothingUp()
    {
        FakeDaemon daemon;
        daemon.on("pane.wait", "");
        daemon.on("cancel", "");
        Program program{{"pane", "wait", "--pane", "p0"}, environment(daemon)};
        daemon.awaitRequest("pane.wait");
        program.signal(SIGTERM);
        expect(program.wait(), 128 + SIGTERM, "", "");
    }

    void aReaderThatLeavesEndsTheStream()
    {
        FakeDaemon daemon;
        daemon.on("events", kOpened + kFirst);
        Program program{{"events"}, environment(daemon)};
        program.awaitOutput("pane=p0\n");
        program.closeOutput();
        const Ended ended = program.wait();
        CPPUNIT_ASSERT_EQUAL(std::string{}, ended.error);
        CPPUNIT_ASSERT_EQUAL(128 + SIGPIPE, ended.status);
    }

    void aReaderThatStopsHoldsNoSignalUp()
    {
        FakeDaemon daemon;
        std::string flood = kOpened;
        for (int i = 0; i < 20'000; ++i) flood += kFirst;
        daemon.on("events", flood);
        daemon.on("cancel", endFrame("cancelled"));
        Program program{{"events"}, environment(daemon)};
        program.awaitOutput("pane=p0\n");
        program.signal(SIGINT);
        program.awaitEnd();
        const Ended ended = program.wait();
        CPPUNIT_ASSERT_EQUAL(std::string{}, ended.error);
        CPPUNIT_ASSERT_EQUAL(130, ended.status);
    }

    void brokenConnectionsAreClearErrors()
    {
        FakeDaemon daemon;
        const std::string closed{"venomx: the daemon closed the connection before it answered (unavailable.closed)\n"};
        daemon.on("whoami", "$CLOSE");
        expect(run(daemon, {"whoami"}), 6, "", closed);
        daemon.on("whoami", R"({"id":$ID,"ok":{"princ$CLOSE)");
        expect(run(daemon, {"whoami"}), 6, "", closed);
        daemon.on("events", kOpened + kFirst + "$CLOSE");
        expect(run(daemon, {"events"}), 6, kHeader + "1  2026-11-30T14:05:11.042Z  pane.created  pane=p0\n", closed);
        daemon.on("whoami", "garbage\n");
        expect(run(daemon, {"whoami"}), 1, "", "venomx: the daemon's answer is not understood (protocol.answer)\n");
        daemon.on("hello", "$CLOSE");
        expect(run(daemon, {"whoami"}), 6, "", closed);
    }

    void aResultThatCannotBeWritten()
    {
        FakeDaemon daemon;
        daemon.onResult("whoami", R"({"principal":"owner"})");
        const std::string script = std::string{VENOMX_PROGRAM} + " whoami >/dev/full; echo $?";
        expect(Program{{"-c", script}, environment(daemon), {}, "/bin/sh"}.wait(), 0, "1\n",
               "venomx: standard output cannot be written (internal.output)\n");
        daemon.on("pane.wait", "");
        Program program{{"pane", "wait", "--pane", "p0", "--json"}, environment(daemon)};
        daemon.awaitRequest("pane.wait");
        program.closeOutput();
        daemon.on("cancel", R"({"id":$ID,"ok":{"principal":"owner"}})"
                            "\n");
        program.signal(SIGINT);
        const Ended ended = program.wait();
        CPPUNIT_ASSERT_EQUAL(std::string{}, ended.error);
        CPPUNIT_ASSERT_EQUAL(128 + SIGPIPE, ended.status);
    }

    void closedDescriptorsAreNotTheSocket()
    {
        FakeDaemon daemon;
        daemon.onResult("whoami", R"({"principal":"owner"})");
        const std::string script = std::string{VENOMX_PROGRAM} + " whoami <&- >&-; echo $?";
        expect(Program{{"-c", script}, environment(daemon), {}, "/bin/sh"}.wait(), 0, "1\n",
               "venomx: standard output cannot be written (internal.output)\n");
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, daemon.lines().size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StreamTest);

} // namespace venomx::client::test
