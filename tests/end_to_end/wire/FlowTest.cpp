#include "DaemonProcess.h"
#include "Patience.h"
#include "WireClient.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <vector>

namespace venomx::tests
{

/// Order, cancel and the end: many requests of one client.
class FlowTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(FlowTest);
    CPPUNIT_TEST(requestsStartInOrder);
    CPPUNIT_TEST(asManyRunAsMayRun);
    CPPUNIT_TEST(cancelReachesWhatHasNotStarted);
    CPPUNIT_TEST(anIdIsFreeOnceItsUnstartedRequestIsCancelled);
    CPPUNIT_TEST(whatTookEffectAnswersAllTheSame);
    CPPUNIT_TEST(waitsHaveALimitOfTheirOwn);
    CPPUNIT_TEST(halfClosedClientsGetAllAnswers);
    CPPUNIT_TEST(aHalfLineAtTheEndIsToldOf);
    CPPUNIT_TEST(closingCancelsEverything);
    CPPUNIT_TEST_SUITE_END();

    static std::string state(const std::string& line) { return line.substr(line.find("held") + 6, line.size() - line.find("held") - 8); }
    /// How many calls of the lab are under way.
    static std::string held(WireClient& client) { return state(client.call(99999, "lab.count")); }
    static std::string cancelled(int id)
    {
        return R"({"id":)" + std::to_string(id) + R"(,"error":{"code":"unavailable.cancelled","message":"cancelled","data":{}}})";
    }

    void requestsStartInOrder()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        std::string all;
        std::string expected;
        for (int i = 1; i <= 200; ++i)
        {
            all += R"({"id":)" + std::to_string(i) + R"(,"verb":"lab.hold","params":{"tag":")" + std::to_string(i) + "\"}}\n";
            expected += std::to_string(i) + ' ';
        }
        client.send(all);
        client.start(500, "lab.release");
        for (int i = 1; i <= 200; ++i)
            CPPUNIT_ASSERT_EQUAL(R"({"id":)" + std::to_string(i) + R"(,"ok":{"tag":")" + std::to_string(i) + "\"}}", client.line());
        CPPUNIT_ASSERT_EQUAL(R"({"id":500,"ok":{"started":")" + expected + R"(","held":0}})", client.line());
    }

    void asManyRunAsMayRun()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.pending=3"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        WireClient other{daemon.socket(), daemon.ownerToken()};
        for (int i = 1; i <= 7; ++i) client.start(static_cast<std::uint64_t>(i), "lab.hold", R"({"tag":"t"})");
        client.start(8, "whoami");
        waitUntil("three run", [&] { return held(other) == "3"; });
        static_cast<void>(other.call(1, "lab.release"));
        for (const int id : {1, 2, 3}) CPPUNIT_ASSERT_EQUAL(R"({"id":)" + std::to_string(id) + R"(,"ok":{"tag":"t"}})", client.line());
        waitUntil("three more run", [&] { return held(other) == "3"; });
        static_cast<void>(other.call(1, "lab.release"));
        for (const int id : {4, 5, 6}) CPPUNIT_ASSERT_EQUAL(R"({"id":)" + std::to_string(id) + R"(,"ok":{"tag":"t"}})", client.line());
        CPPUNIT_ASSERT(client.line().starts_with(R"({"id":8,"ok":)"));
    }

    void cancelReachesWhatHasNotStarted()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.pending=1"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        WireClient other{daemon.socket(), daemon.ownerToken()};
        for (int i = 1; i <= 4; ++i) client.start(static_cast<std::uint64_t>(i), "lab.hold", R"({"tag":")" + std::to_string(i) + "\"}");
        client.send("{\"cancel\":3}\n");
        CPPUNIT_ASSERT_EQUAL(cancelled(3), client.line());
        client.send("{\"c\\u0061ncel\":1}\n");
        CPPUNIT_ASSERT_EQUAL(cancelled(1), client.line());
        waitUntil("the second runs", [&] { return other.call(9, "lab.count") == R"({"id":9,"ok":{"started":"1 2 ","held":1}})"; });
        client.send("{\"cancel\":2}\n");
        CPPUNIT_ASSERT_EQUAL(cancelled(2), client.line());
        waitUntil("the fourth runs", [&] { return other.call(9, "lab.count") == R"({"id":9,"ok":{"started":"1 2 4 ","held":1}})"; });
        client.send("{\"cancel\":4}\n");
        CPPUNIT_ASSERT_EQUAL(cancelled(4), client.line());
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, held(client));
    }

    void anIdIsFreeOnceItsUnstartedRequestIsCancelled()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.pending=1"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.hold", R"({"tag":"1"})");
        client.start(2, "lab.hold", R"({"tag":"2"})");
        client.send("{\"cancel\":2}\n");
        CPPUNIT_ASSERT_EQUAL(cancelled(2), client.line());
        client.start(2, "lab.hold", R"({"tag":"again"})");
        client.send("{\"cancel\":1}\n");
        CPPUNIT_ASSERT_EQUAL(cancelled(1), client.line());
        WireClient other{daemon.socket(), daemon.ownerToken()};
        waitUntil("the second of that id runs",
                  [&] { return other.call(9, "lab.count") == R"({"id":9,"ok":{"started":"1 again ","held":1}})"; });
    }

    void whatTookEffectAnswersAllTheSame()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.stubborn", R"({"tag":"s"})");
        client.send("{\"cancel\":1}\n");
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, held(client));
        client.start(2, "lab.release");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"tag":"s"}})"}, client.line());
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":2,"ok":{"started":"s ","held":0}})"}, client.line());
    }

    void waitsHaveALimitOfTheirOwn()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.waits=2", "-D", "limits.pending=1"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.hold", R"({"tag":"h"})");
        client.start(2, "lab.wait", R"({"tag":"w"})");
        client.start(3, "events");
        CPPUNIT_ASSERT(client.line().starts_with(R"({"id":3,"ok":)"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                R"({"id":4,"error":{"code":"unavailable.busy","message":"too many waits and streams on this connection","data":{}}})"},
            client.call(4, "lab.wait", R"({"tag":"x"})"));
        client.send("{\"cancel\":3}\n");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":3,"end":{"reason":"cancelled"}})"}, client.line());
        client.start(5, "lab.wait", R"({"tag":"y"})");
        WireClient other{daemon.socket(), daemon.ownerToken()};
        waitUntil("all three are under way", [&] { return held(other) == "3"; });
    }

    void halfClosedClientsGetAllAnswers()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.pending=4"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        WireClient other{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.hold", R"({"tag":"h"})");
        for (int i = 2; i <= 50; ++i) client.start(static_cast<std::uint64_t>(i), "lab.work", R"({"tag":"w"})");
        client.endInput();
        std::vector<bool> answered(51);
        for (int i = 2; i <= 50; ++i)
        {
            const std::string line = client.line();
            answered.at(std::stoul(line.substr(6))) = true;
        }
        for (std::size_t i = 2; i <= 50; ++i) CPPUNIT_ASSERT(answered[i]);
        static_cast<void>(other.call(1, "lab.release"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"tag":"h"}})"}, client.line());
        CPPUNIT_ASSERT(!client.read());
        // One that has all its answers already is closed as well.
        CPPUNIT_ASSERT(other.call(2, "whoami").starts_with(R"({"id":2,"ok":)"));
        other.endInput();
        CPPUNIT_ASSERT(!other.read());
    }

    void aHalfLineAtTheEndIsToldOf()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.send(R"({"id":1,"verb":"whoami"})");
        client.endInput();
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":null,"error":{"code":"protocol.syntax","message":"malformed frame","data":{}}})"},
                             client.line());
        CPPUNIT_ASSERT(!client.read());
    }

    void closingCancelsEverything()
    {
        DaemonProcess daemon;
        WireClient other{daemon.socket(), daemon.ownerToken()};
        {
            WireClient client{daemon.socket(), daemon.ownerToken()};
            client.start(1, "lab.hold", R"({"tag":"h"})");
            client.start(2, "lab.wait", R"({"tag":"w"})");
            client.start(3, "events");
            waitUntil("both are under way", [&] { return held(other) == "2"; });
        }
        waitUntil("both are cancelled", [&] { return held(other) == "0"; });
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(FlowTest);

} // namespace venomx::tests
