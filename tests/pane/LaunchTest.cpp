// The transaction: what fails leaves nothing behind, and says why.
#include "PaneRoom.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{

class LaunchTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LaunchTest);
    CPPUNIT_TEST(testOrderOfChecks);
    CPPUNIT_TEST(testFailedStart);
    CPPUNIT_TEST(testRefusedCommit);
    CPPUNIT_TEST(testCancel);
    CPPUNIT_TEST(testStopping);
    CPPUNIT_TEST(testStopDuringStarts);
    CPPUNIT_TEST(testShortLives);
    CPPUNIT_TEST(testSplit);
    CPPUNIT_TEST_SUITE_END();

    static std::string outcome(PaneRoom& room, const std::string& params) { return room.create(params)->wait().str(); }

    static void assertNothingLeft(PaneRoom& room)
    {
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
        CPPUNIT_ASSERT(room.services.loop.run(
            [&] { return room.resources.size() == 0 && room.layout.places().empty() && room.principals.active().empty(); }));
    }

    void testOrderOfChecks()
    {
        PaneRoom room;
        room.principals.refuse = true;
        room.layout.refuseParams = true;
        const std::string wrong = R"({"argv":[],"cwd":"x"})";
        CPPUNIT_ASSERT_EQUAL(std::string{"refused denied.delegation {}"}, outcome(room, wrong));
        room.principals.refuse = false;
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.size {"param":"cols"})"}, outcome(room, wrong));
        room.layout.refuseParams = false;
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.argv {"param":"argv","reason":"empty"})"}, outcome(room, wrong));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.cwd {"param":"cwd","reason":"relative"})"},
                             outcome(room, R"({"cwd":"x"})"));
        CPPUNIT_ASSERT(room.events.all().empty());
        assertNothingLeft(room);
    }

    void testFailedStart()
    {
        PaneRoom room;
        const int descriptors = openDescriptors();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused unavailable.spawn {"reason":"not_found"})"},
                             outcome(room, R"({"argv":["no-such-program"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found.cwd {}"}, outcome(room, R"({"argv":["true"],"cwd":"/no/such/place"})"));
        CPPUNIT_ASSERT(room.events.all().empty());
        assertNothingLeft(room);
        CPPUNIT_ASSERT(eventually([&] { return openDescriptors() == descriptors; }));
    }

    void testRefusedCommit()
    {
        PaneRoom room;
        const int descriptors = openDescriptors();
        room.layout.refuseCommit = true;
        const auto asked = room.create(R"({"argv":["sh","-c","trap '' HUP TERM; setsid sleep 1000 & sleep 1000"]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"refused conflict.no_space {}"}, asked->wait().str());
        CPPUNIT_ASSERT(eventually([&] { return asked->gone(); }));
        CPPUNIT_ASSERT(room.events.all().empty());
        assertNothingLeft(room);
        CPPUNIT_ASSERT(eventually([&] { return openDescriptors() == descriptors; }));
    }

    void testCancel()
    {
        PaneRoom room;
        int cancelled = 0;
        for (int i = 0; i < 50; ++i)
        {
            const auto asked = room.create(R"({"argv":["sleep","1000"],"cwd":"/tmp"})");
            room.services.loop.run([&] { asked->cancel(); });
            const Answer answer = asked->wait();
            if (answer.kind == Answer::Kind::ok)
                CPPUNIT_ASSERT(room.close(member(answer.json, "pane")).starts_with("ok"));
            else
                CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.cancelled {}"}, answer.str());
            cancelled += answer.kind == Answer::Kind::refused ? 1 : 0;
        }
        CPPUNIT_ASSERT_EQUAL(static_cast<std::size_t>(50 - cancelled), room.events.count("pane.created"));
        assertNothingLeft(room);
    }

    void testStopping()
    {
        PaneRoom room;
        room.services.daemon.ending = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.shutdown {}"}, outcome(room, R"({"argv":["true"]})"));
        assertNothingLeft(room);
    }

    void testStopDuringStarts()
    {
        std::vector<PaneRoom::Asked> asked;
        {
            PaneRoom room;
            for (int i = 0; i < 20; ++i) asked.push_back(room.create(R"({"argv":["sleep","1000"]})"));
            room.stop();
            for (const auto& one : asked)
            {
                const Answer answer = one->wait();
                CPPUNIT_ASSERT_MESSAGE(answer.str(), answer.kind == Answer::Kind::ok || answer.str() == "refused unavailable.shutdown {}");
            }
            CPPUNIT_ASSERT_EQUAL(room.events.count("pane.created"), room.events.count("pane.closed"));
        }
        CPPUNIT_ASSERT(eventually(
            []
            {
                for (const pid_t pid : children())
                    if (running(pid)) return false;
                return true;
            }));
    }

    /// Processes that have ended before their pane is committed.
    void testShortLives()
    {
        PaneRoom room;
        std::vector<PaneRoom::Asked> asked;
        for (int i = 0; i < 60; ++i) asked.push_back(room.create(R"({"argv":["true"]})"));
        for (const auto& one : asked) CPPUNIT_ASSERT(one->wait().kind == Answer::Kind::ok);
        CPPUNIT_ASSERT(room.events.await("pane.exited", 60));
        std::map<std::string, int> order;
        for (const std::string& event : room.events.all())
        {
            const std::string kind = event.substr(0, event.find(' '));
            if (kind != "pane.created" && kind != "pane.exited") continue;
            CPPUNIT_ASSERT_EQUAL(kind == "pane.created" ? 0 : 1, order[member(event.substr(kind.size()), "pane")]++);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{60}, order.size());
    }

    void testSplit()
    {
        PaneRoom room;
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found.pane {}"}, room.answer("pane.split", R"({"pane":"p9","axis":"cols"})"));
        const std::string source = room.shell("read x");
        const Answer answer = room.ask("pane.split", R"({"pane":"p0","axis":"cols","argv":["sleep","1000"]})")->wait();
        CPPUNIT_ASSERT_EQUAL(R"(ok {"pane":"p1","window":"w7","session":"s3","principal":"g2","pid":)" +
                                 std::to_string(numberIn(answer.json, "pid")) + "}",
                             answer.str());
        CPPUNIT_ASSERT(room.answer("pane.info", R"({"pane":"p1"})").find(R"("cols":40)") != std::string::npos);
        static_cast<void>(room.send(source, "\n"));
        CPPUNIT_ASSERT(room.events.await("pane.exited"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused conflict.pane_exited {}"},
                             room.answer("pane.split", R"({"pane":"p0","axis":"cols","cwd":"x"})"));
        room.services.loop.run([&] { room.services.withdraw(Layout::kService); });
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.layout {}"}, room.answer("pane.split", R"({"pane":"p1","axis":"cols"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.layout {}"}, room.answer("pane.resize", R"({"pane":"p1","cols":10})"));
        room.services.loop.run([&] { room.services.offer({Layout::kService, &room.layout}); });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LaunchTest);

} // namespace venomx::tests
