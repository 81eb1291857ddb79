#include "DaemonProcess.h"
#include "Patience.h"
#include "WireClient.h"

#include <cppunit/extensions/HelperMacros.h>
#include <dirent.h>
#include <string>
#include <vector>

namespace venomx::tests
{

/// Clients that do not read, send in pieces, send too much, or are simply many: nobody else notices.
class CrowdTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CrowdTest);
    CPPUNIT_TEST(aFullOutputStopsTheReading);
    CPPUNIT_TEST(streamsHoldBack);
    CPPUNIT_TEST(oneWhoNeverReadsIsCut);
    CPPUNIT_TEST(aThousandIdleConnections);
    CPPUNIT_TEST(halfFramesAtEveryCut);
    CPPUNIT_TEST(floodsDelayNobody);
    CPPUNIT_TEST_SUITE_END();

    /// How many calls of the lab are under way.
    static bool holdsOne(WireClient& client) { return client.call(99999, "lab.count").ends_with(R"("held":1}})"); }

    void aFullOutputStopsTheReading()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.output=65536"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        for (int i = 1; i <= 20; ++i) client.start(static_cast<std::uint64_t>(i), "lab.big", R"({"bytes":100000})");
        client.start(21, "lab.hold", R"({"tag":"last"})");
        WireClient other{daemon.socket(), daemon.ownerToken()};
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":9,"ok":{"started":"","held":0}})"}, other.call(9, "lab.count"));
        for (int i = 1; i <= 20; ++i) CPPUNIT_ASSERT(client.line().starts_with(R"({"id":)" + std::to_string(i) + ','));
        waitUntil("the last starts", [&] { return holdsOne(other); });
    }

    void streamsHoldBack()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.output=65536", "-D", "events.ring=16"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.flow", R"({"frames":5000,"bytes":1000})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{}})"}, client.line());
        for (int i = 0; i < 5000; ++i) CPPUNIT_ASSERT_EQUAL(std::size_t{1020}, client.line().size());
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"end":{"reason":"done"}})"}, client.line());
        client.start(2, "events");
        CPPUNIT_ASSERT(client.line().starts_with(R"({"id":2,"ok":)"));
        WireClient other{daemon.socket(), daemon.ownerToken()};
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{}})"}, other.call(1, "lab.publish", R"({"frames":1000,"bytes":10})"));
        // The plugin's start was the first event.
        const std::string gap = client.line();
        CPPUNIT_ASSERT_MESSAGE(gap, gap.starts_with(R"({"id":2,"event":{"seq":986,)"));
        CPPUNIT_ASSERT_MESSAGE(gap, gap.ends_with(R"("kind":"events.gap","data":{"missed":984}}})"));
        for (int seq = 986; seq <= 1001; ++seq)
            CPPUNIT_ASSERT(client.line().starts_with(R"({"id":2,"event":{"seq":)" + std::to_string(seq) + ','));
    }

    void oneWhoNeverReadsIsCut()
    {
        DaemonProcess daemon{{.words = {"-D", "limits.output=65536", "-D", "limits.stall_ms=300"}}};
        WireClient sloth{daemon.socket(), daemon.ownerToken()};
        WireClient other{daemon.socket(), daemon.ownerToken()};
        std::string many;
        for (int i = 0; i < 1000; ++i) many += "{\"id\":1,\"verb\":\"whoami\"}\n";
        std::size_t all = 0;
        waitUntil("the daemon has had enough",
                  [&]
                  {
                      std::size_t taken = 0;
                      const bool open = sloth.offer(many, taken);
                      all += taken;
                      CPPUNIT_ASSERT(all < std::size_t{64} * 1024 * 1024);
                      CPPUNIT_ASSERT(other.call(1, "whoami").starts_with(R"({"id":1,"ok":)"));
                      return !open;
                  });
    }

    static std::size_t descriptors(const DaemonProcess& daemon)
    {
        std::size_t count = 0;
        DIR* folder = ::opendir(("/proc/" + std::to_string(daemon.pid()) + "/fd").c_str());
        if (folder == nullptr) return 0;
        while (::readdir(folder) != nullptr) ++count;
        ::closedir(folder);
        return count;
    }
    static long resident(const DaemonProcess& daemon)
    {
        const std::string status = readFile("/proc/" + std::to_string(daemon.pid()) + "/status");
        return std::stol(status.substr(status.find("VmRSS:") + 6));
    }

    void aThousandIdleConnections()
    {
        DaemonProcess daemon;
        WireClient other{daemon.socket(), daemon.ownerToken()};
        static_cast<void>(other.call(1, "whoami"));
        const std::size_t before = descriptors(daemon);
        const long memory = resident(daemon);
        {
            std::vector<WireClient> idle;
            for (int i = 0; i < 1000; ++i) idle.emplace_back(daemon.socket(), daemon.ownerToken());
            const long grown = resident(daemon) - memory;
            CPPUNIT_ASSERT_MESSAGE("kB for 1,000 connections: " + std::to_string(grown), grown < 20'000);
            for (WireClient& client : idle) CPPUNIT_ASSERT(client.call(1, "whoami").starts_with(R"({"id":1,"ok":)"));
            CPPUNIT_ASSERT(other.call(1, "whoami").starts_with(R"({"id":1,"ok":)"));
        }
        waitUntil("their descriptors are closed", [&] { return descriptors(daemon) == before; });
    }

    void halfFramesAtEveryCut()
    {
        DaemonProcess daemon;
        const std::string frame = "{\"id\":1,\"verb\":\"lab.work\",\"params\":{\"tag\":\"\xc3\xa9\\u00e9\"}}\n";
        WireClient client{daemon.socket(), daemon.ownerToken()};
        for (std::size_t cut = 1; cut < frame.size(); ++cut)
        {
            client.send(frame.substr(0, cut));
            WireClient goes{daemon.socket(), daemon.ownerToken()};
            goes.send(frame.substr(0, cut));
            client.send(frame.substr(cut));
            CPPUNIT_ASSERT_EQUAL(std::string{"{\"id\":1,\"ok\":{\"tag\":\"\xc3\xa9\xc3\xa9\"}}"}, client.line());
        }
    }

    void floodsDelayNobody()
    {
        DaemonProcess daemon;
        WireClient flood{daemon.socket(), daemon.ownerToken()};
        WireClient other{daemon.socket(), daemon.ownerToken()};
        std::string many;
        for (int i = 0; i < 20'000; ++i) many += "{\"id\":1,\"verb\":\"whoami\"}\n";
        std::size_t sent = 0;
        std::size_t answers = 0;
        int asked = 0;
        while (answers < 20'000)
        {
            std::size_t taken = 0;
            CPPUNIT_ASSERT(flood.offer(std::string_view{many}.substr(sent), taken));
            sent += taken;
            CPPUNIT_ASSERT(other.call(1, "whoami").starts_with(R"({"id":1,"ok":)"));
            ++asked;
            for (int i = 0; i < 1000 && answers < 20'000 && answers < sent / 24; ++i, ++answers)
                CPPUNIT_ASSERT(flood.line().starts_with(R"({"id":1,"ok":)"));
        }
        CPPUNIT_ASSERT(asked >= 20);
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(CrowdTest);

} // namespace venomx::tests
