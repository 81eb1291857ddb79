// Closing: the whole tree ends, whatever it did to get away, and nothing of the pane outlives it.
#include "PaneRoom.h"

#include <chrono>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <fstream>

#include "tests/support/TestFolder.h"

namespace venomx::tests
{

class CloseTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CloseTest);
    CPPUNIT_TEST(testGrace);
    CPPUNIT_TEST(testDescendants);
    CPPUNIT_TEST(testDescendantsOfAnExitedPane);
    CPPUNIT_TEST(testKeep);
    CPPUNIT_TEST(testNeighboursLive);
    CPPUNIT_TEST(testStopped);
    CPPUNIT_TEST(testTwoClosesJoin);
    CPPUNIT_TEST(testEvents);
    CPPUNIT_TEST(testStray);
    CPPUNIT_TEST(testStop);
    CPPUNIT_TEST(testAStopCutsTheGrace);
    CPPUNIT_TEST(testTwoHundredPanesLeaveNothing);
    CPPUNIT_TEST_SUITE_END();

    using Clock = std::chrono::steady_clock;

    /// Files in which a script leaves the numbers of its processes.
    struct Folder : TestFolder
    {
        [[nodiscard]] pid_t pid(const std::string& name) const
        {
            pid_t number = 0;
            CPPUNIT_ASSERT_MESSAGE(name, eventually([&] { return static_cast<bool>(std::ifstream{path(name)} >> number); }));
            return number;
        }
    };

    void testGrace()
    {
        PaneRoom room;
        const std::string gentle = room.shell("trap 'exit 9' HUP; echo up; while :; do sleep 0.01; done");
        const std::string stubborn = room.shell("trap '' HUP TERM; echo up; while :; do sleep 0.01; done");
        CPPUNIT_ASSERT(room.shows(gentle, "up") && room.shows(stubborn, "up"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"code":9}})"}, room.close(gentle));
        const auto begun = Clock::now();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p1","status":{"signal":"SIGKILL","core":false}})"},
                             room.close(stubborn, R"(,"grace_ms":200)"));
        CPPUNIT_ASSERT(Clock::now() - begun >= std::chrono::milliseconds{200});
        CPPUNIT_ASSERT(Clock::now() - begun < std::chrono::seconds{15});
        const std::string atOnce = room.shell("trap '' HUP; echo up; while :; do sleep 0.01; done");
        CPPUNIT_ASSERT(room.shows(atOnce, "up"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p2","status":{"signal":"SIGKILL","core":false}})"},
                             room.close(atOnce, R"(,"grace_ms":0)"));
    }

    /// A background child, one in a session of its own, a double-forked one, and one that has cleared its environment too; ready
    /// when all of them are what they are to be.
    static constexpr std::string_view kFamily = R"(
        cd "$DIR"
        sleep 1001 & echo $! > child
        setsid sh -c 'echo $$ > session; exec sleep 1002' &
        (setsid sh -c 'echo $$ > orphan; trap "" HUP; while :; do sleep 0.01; done' </dev/null >/dev/null 2>&1 &)
        (sh -c 'echo $$ > member; exec env -i sleep 1003' &)
        for name in child session orphan member; do until [ -s $name ]; do sleep 0.01; done; done
        echo ready
    )";

    static std::string family(PaneRoom& room, const Folder& folder, const std::string& end)
    {
        return room.shell("DIR='" + folder.path() + "'\n" + std::string{kFamily} + end);
    }

    static void assertFamilyGone(const Folder& folder)
    {
        for (const char* name : {"child", "session", "orphan", "member"}) CPPUNIT_ASSERT_MESSAGE(name, !running(folder.pid(name)));
    }

    void testDescendants()
    {
        const Folder folder;
        PaneRoom room;
        const std::string pane = family(room, folder, "exec sleep 1000");
        for (const char* name : {"child", "session", "orphan", "member"}) CPPUNIT_ASSERT_MESSAGE(name, running(folder.pid(name)));
        CPPUNIT_ASSERT(room.close(pane, R"(,"grace_ms":300)").starts_with("ok"));
        assertFamilyGone(folder);
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
    }

    void testDescendantsOfAnExitedPane()
    {
        const Folder folder;
        PaneRoom room;
        const std::string pane = family(room, folder, "sleep 0.2; exit 4");
        const pid_t orphan = folder.pid("orphan");
        CPPUNIT_ASSERT(room.events.await("pane.exited"));
        CPPUNIT_ASSERT(running(orphan));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"code":4}})"}, room.close(pane, R"(,"grace_ms":300)"));
        assertFamilyGone(folder);
    }

    void testKeep()
    {
        const Folder folder;
        PaneRoom room;
        const std::string pane = family(room, folder, "exec sleep 1000");
        const pid_t session = folder.pid("session");
        const pid_t orphan = folder.pid("orphan");
        CPPUNIT_ASSERT(room.shows(pane, "ready"));
        CPPUNIT_ASSERT(room.close(pane, R"(,"grace_ms":300,"keep":true)").starts_with("ok"));
        CPPUNIT_ASSERT(!running(folder.pid("child")));
        CPPUNIT_ASSERT(running(session));
        CPPUNIT_ASSERT(running(orphan));
        room.stop();
        CPPUNIT_ASSERT(!running(session));
        CPPUNIT_ASSERT(!running(orphan));
    }

    void testNeighboursLive()
    {
        const Folder folder;
        PaneRoom room;
        const std::string other = family(room, folder, "exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(other, "ready"));
        for (int i = 0; i < 10; ++i) CPPUNIT_ASSERT(room.close(room.shell("sleep 1000 & setsid sleep 1000 & wait")).starts_with("ok"));
        for (const char* name : {"child", "session", "orphan", "member"}) CPPUNIT_ASSERT_MESSAGE(name, running(folder.pid(name)));
        CPPUNIT_ASSERT(room.answer("pane.info", R"({"pane":"p0"})").find("running") != std::string::npos);
    }

    void testStopped()
    {
        PaneRoom room;
        const std::string pane = room.shell("echo up; kill -STOP $$; exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(pane, "up"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"signal":"SIGHUP","core":false}})"}, room.close(pane));
    }

    void testTwoClosesJoin()
    {
        PaneRoom room;
        const std::string pane = room.shell("trap '' HUP; echo up; while :; do sleep 0.01; done");
        CPPUNIT_ASSERT(room.shows(pane, "up"));
        const auto first = room.ask("pane.close", R"({"pane":"p0","grace_ms":200})");
        const auto second = room.ask("pane.close", R"({"pane":"p0","grace_ms":60000})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"signal":"SIGKILL","core":false}})"}, first->wait().str());
        CPPUNIT_ASSERT_EQUAL(first->wait().str(), second->wait().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found.pane {}"}, room.close(pane));
    }

    void testEvents()
    {
        PaneRoom room;
        const std::string pane = room.shell("exec sleep 1000");
        (void)room.events.take();
        CPPUNIT_ASSERT(room.close(pane).starts_with("ok"));
        const std::vector<std::string> expected{R"(pane.exited {"pane":"p0","status":{"signal":"SIGHUP","core":false}})",
                                                R"(principal.revoked {"principal":"g1"})",
                                                R"(pane.closed {"pane":"p0","window":"w7","session":"s3"})", "layout.changed {}"};
        CPPUNIT_ASSERT(expected == room.events.all());
        CPPUNIT_ASSERT(!room.resources.exists(PaneId{0}));
    }

    /// A process that has cleared every mark outlives its pane, is told of, and ends with the daemon.
    void testStray()
    {
        const Folder folder;
        PaneRoom room;
        const std::string file = folder.path("stray");
        const std::string pane =
            room.shell("(env -i setsid /bin/sh -c 'echo $$ > " + file + "; exec sleep 1000' </dev/null >/dev/null 2>&1 &); until [ -s " +
                       file + " ]; do sleep 0.01; done; exit 0");
        const pid_t stray = folder.pid("stray");
        CPPUNIT_ASSERT(room.events.await("pane.exited"));
        CPPUNIT_ASSERT(room.close(pane).starts_with("ok"));
        CPPUNIT_ASSERT(running(stray));
        const CheckResult check = room.services.loop.run([&] { return room.health.run("panes.strays"); });
        CPPUNIT_ASSERT(check.status == HealthStatus::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"strays":1,"unseen_trees":0,"complete":true})"}, check.detail);
        room.stop();
        CPPUNIT_ASSERT(!running(stray));
    }

    /// All at once: one after the other, twenty that do not go before their grace is over would take twenty seconds.
    void testStop()
    {
        const Folder folder;
        PaneRoom room{{{"pane.grace_ms", "1000"}}};
        const std::string pane = family(room, folder, "exec sleep 1000");
        for (int i = 0; i < 20; ++i) static_cast<void>(room.shell("trap '' HUP; exec sleep 1000"));
        static_cast<void>(room.shell("exit 2"));
        CPPUNIT_ASSERT(room.events.await("pane.exited"));
        CPPUNIT_ASSERT(room.shows(pane, "ready"));
        const auto waiting = room.ask("pane.wait", R"({"pane":"p0","until":"exit"})");
        const auto begun = Clock::now();
        room.stop();
        CPPUNIT_ASSERT(Clock::now() - begun < std::chrono::seconds{15});
        assertFamilyGone(folder);
        CPPUNIT_ASSERT_EQUAL(std::size_t{22}, room.events.count("pane.exited"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{22}, room.events.count("pane.closed"));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit"}, member(waiting->wait().json, "reason"));
    }

    /// Of closes under way and of those that are asked for while it lasts, but not to less than one that asks for nothing has.
    void testAStopCutsTheGrace()
    {
        PaneRoom room{{{"pane.grace_ms", "300"}}};
        for (int i = 0; i < 3; ++i)
        {
            const std::string pane = room.shell("trap '' HUP; echo up; while :; do sleep 0.01; done");
            CPPUNIT_ASSERT(room.shows(pane, "up"));
        }
        const auto early = room.ask("pane.close", R"({"pane":"p0","grace_ms":600000})");
        const auto begun = Clock::now();
        room.services.loop.run([&] { room.services.daemon.stop(); });
        const auto late = room.ask("pane.close", R"({"pane":"p1","grace_ms":600000})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"signal":"SIGKILL","core":false}})"}, early->wait().str());
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p1","status":{"signal":"SIGKILL","core":false}})"}, late->wait().str());
        CPPUNIT_ASSERT(Clock::now() - begun >= std::chrono::milliseconds{300});
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p2","status":{"signal":"SIGKILL","core":false}})"},
                             room.close("p2", R"(,"grace_ms":0)"));
    }

    void testTwoHundredPanesLeaveNothing()
    {
        PaneRoom room;
        static_cast<void>(room.close(room.shell("exec sleep 1000")));
        room.services.loop.settle();
        const int descriptors = openDescriptors();
        constexpr int kPanes = 200;
        std::vector<PaneRoom::Asked> asked;
        for (int i = 0; i < kPanes; ++i) asked.push_back(room.create(R"({"argv":["sh","-c","echo here; exec sleep 1000"]})"));
        std::vector<std::string> panes;
        for (const auto& one : asked) panes.push_back(member(one->wait().json, "pane"));
        CPPUNIT_ASSERT(openDescriptors() >= descriptors + 2 * kPanes);
        for (const std::string& pane : panes) CPPUNIT_ASSERT(room.shows(pane, "here"));
        std::vector<PaneRoom::Asked> closing;
        for (const std::string& pane : panes) closing.push_back(room.ask("pane.close", "{\"pane\":\"" + pane + "\"}"));
        for (const auto& one : closing) CPPUNIT_ASSERT(one->wait().kind == Answer::Kind::ok);
        CPPUNIT_ASSERT(eventually([&] { return openDescriptors() == descriptors; }));
        CPPUNIT_ASSERT(children().empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, room.services.loop.run([&] { return room.resources.size(); }));
        CPPUNIT_ASSERT_EQUAL(std::size_t{kPanes + 1}, room.events.count("pane.exited"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{kPanes + 1}, room.events.count("pane.closed"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CloseTest);

} // namespace venomx::tests
