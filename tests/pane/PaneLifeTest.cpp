// A pane from its creation to its close, and what requests and events tell of it.
#include "PaneRoom.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{

class PaneLifeTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PaneLifeTest);
    CPPUNIT_TEST(testCreation);
    CPPUNIT_TEST(testExitShowsTheLastLineFirst);
    CPPUNIT_TEST(testStatuses);
    CPPUNIT_TEST(testList);
    CPPUNIT_TEST(testCapture);
    CPPUNIT_TEST(testKeepExited);
    CPPUNIT_TEST(testResize);
    CPPUNIT_TEST(testFinalSizeOfCommit);
    CPPUNIT_TEST(testClear);
    CPPUNIT_TEST(testNotices);
    CPPUNIT_TEST(testTerminalAnswers);
    CPPUNIT_TEST(testClosedTerminalReopened);
    CPPUNIT_TEST(testDrainLimit);
    CPPUNIT_TEST_SUITE_END();

    void testCreation()
    {
        PaneRoom room;
        const Answer answer = room.create(R"({"argv":["/bin/sleep","1000"]})")->wait();
        const std::string pid = std::to_string(numberIn(answer.json, "pid"));
        CPPUNIT_ASSERT_EQUAL(R"(ok {"window":"w7","session":"s3","pane":"p0","principal":"g1","pid":)" + pid + "}", answer.str());
        const std::vector<std::string> expected{R"(principal.created {"principal":"g1","pane":"p0"})", "window.created {}",
                                                R"(pane.created {"pane":"p0","window":"w7","session":"s3","principal":"g1","pid":)" + pid +
                                                    R"(,"argv0":"sleep"})",
                                                "layout.changed {}"};
        CPPUNIT_ASSERT(expected == room.events.all());
        CPPUNIT_ASSERT(room.resources.exists(PaneId{0}));

        const std::string info = room.answer("pane.info", R"({"pane":"p0"})");
        CPPUNIT_ASSERT_EQUAL(R"({"pane":"p0","window":"w7","session":"s3","principal":"g1","pid":)" + pid +
                                 R"(,"cols":80,"rows":24,"state":"running","argv0":"sleep","title":"","created":)",
                             info.substr(3, info.find("\"created\":") + 10 - 3));
        CPPUNIT_ASSERT(info.ends_with(R"(Z","bytes_out":0,"bytes_in":0})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"signal":"SIGHUP","core":false}})"}, room.close("p0"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found.pane {}"}, room.answer("pane.info", R"({"pane":"p0"})"));
    }

    void testExitShowsTheLastLineFirst()
    {
        PaneRoom room;
        std::string shown;
        room.events.onPublish = [&](std::string_view kind, const EventScope&)
        {
            if (kind != "pane.exited") return;
            const auto found = room.services.find<Panes>();
            CPPUNIT_ASSERT(found->exited(PaneId{0}));
            shown = room.text("p0");
        };
        const std::string pane = room.shell("seq 1 50000; exit 3");
        CPPUNIT_ASSERT(room.events.await("pane.exited"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(pane.exited {"pane":"p0","status":{"code":3}})"}, room.events.ofKind("pane.exited")[0]);
        CPPUNIT_ASSERT(shown.find("49999\n50000\n") != std::string::npos);
        const std::string all = room.text(pane, R"(,"scrollback":-1)");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, all.find("39978\n"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{288'894 + 50'000}, numberIn(room.ask("pane.info", R"({"pane":"p0"})")->wait().json, "bytes_out"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.events.count("pane.exited"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.events.count("principal.revoked"));
    }

    void testStatuses()
    {
        PaneRoom room;
        struct Case
        {
            std::string script;
            std::string status;
        };
        const Case cases[] = {{"exit 0", R"({"code":0})"},
                              {"exit 127", R"({"code":127})"},
                              {"kill -TERM $$", R"({"signal":"SIGTERM","core":false})"},
                              {"kill -KILL $$", R"({"signal":"SIGKILL","core":false})"}};
        for (const Case& one : cases)
        {
            const std::string pane = room.shell(one.script);
            const std::string event = R"(pane.exited {"pane":")" + pane + R"(","status":)" + one.status + "}";
            CPPUNIT_ASSERT_MESSAGE(one.script, room.events.await(event));
            CPPUNIT_ASSERT_EQUAL(R"(ok {"pane":")" + pane + R"(","status":)" + one.status + "}", room.close(pane));
        }
    }

    void testList()
    {
        PaneRoom room;
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT_EQUAL("p" + std::to_string(i), room.shell("exec sleep 1000"));
        const auto listed = [&](const std::string& params, const FakeCall::May& may = {})
        {
            auto fake = std::make_unique<FakeCall>(*specOf(room, "pane.list"), params);
            if (may) fake->setMay(may);
            return ids(runOn(room, "pane.list", *fake));
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"p0 p1 p2 "}, listed("{}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"p0 p1 p2 "}, listed(R"({"session":"s3","window":"w7"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, listed(R"({"session":"s9"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, listed(R"({"window":"w9"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"p1 "}, listed("{}", [](Right right, std::optional<ResourceId> on)
                                                        { return right == Right::read && on == PaneId{1}.resource(); }));
    }

    void testCapture()
    {
        PaneRoom room;
        const std::string pane =
            room.shell("printf 'one\\ntwo  \\033[31mred\\033[m\\n'; printf '\\033]2;hello\\007\\033]7;file:///tmp/x\\007'; exec sleep 1000",
                       {.cols = 20, .rows = 4});
        CPPUNIT_ASSERT(room.shows(pane, "red"));
        CPPUNIT_ASSERT(room.events.await(R"(pane.title {"pane":"p0","title":"hello"})"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(ok {"pane":"p0","cols":20,"rows":4,"cursor":{"row":2,"col":0,"visible":true},)"
                        R"("text":"one\ntwo  red\n\n\n","scrollback":0,"available":0,"alternate":false,"title":"hello","cwd":"/tmp/x"})"},
            room.answer("pane.capture", R"({"pane":"p0"})"));
        CPPUNIT_ASSERT(room.text(pane, R"(,"format":"ansi")").find("\x1B[0;31mred\x1B[0m\n") != std::string::npos);
        CPPUNIT_ASSERT(room.text(pane, R"(,"format":"html")").starts_with("<pre"));
        CPPUNIT_ASSERT(room.answer("pane.capture", R"({"pane":"p0","format":"cells"})").find(R"("cells":[[{"text":"one")") !=
                       std::string::npos);
        CPPUNIT_ASSERT_EQUAL(room.text(pane), room.text(pane, R"(,"scrollback":-1)"));
    }

    void testKeepExited()
    {
        PaneRoom room{{{"pane.keep_exited", "2"}}};
        for (int i = 0; i < 5; ++i)
        {
            static_cast<void>(room.shell("exit 0"));
            CPPUNIT_ASSERT(room.events.await("pane.exited", static_cast<std::size_t>(i) + 1));
        }
        CPPUNIT_ASSERT(room.events.await("pane.closed", 3));
        const std::vector<std::string> closed = room.events.ofKind("pane.closed");
        for (std::size_t i = 0; i < 3; ++i)
            CPPUNIT_ASSERT_EQUAL("pane.closed {\"pane\":\"p" + std::to_string(i) + R"(","window":"w7","session":"s3"})", closed[i]);
        const CheckResult check = room.services.loop.run([&] { return room.health.run("panes.exited"); });
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"kept":2,"most":2})"}, check.detail);
        CPPUNIT_ASSERT(check.status == HealthStatus::info);
    }

    void testResize()
    {
        PaneRoom room;
        const std::string pane = room.shell("trap 'stty size' WINCH; echo ready; while :; do read line || :; done");
        CPPUNIT_ASSERT(room.shows(pane, "ready"));
        const std::string answer = room.answer("pane.resize", R"({"pane":"p0","cols":50,"rows":10})");
        CPPUNIT_ASSERT(answer.find(R"("cols":50,"rows":10)") != std::string::npos);
        CPPUNIT_ASSERT(room.shows(pane, "10 50"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.size {"param":"rows"})"},
                             room.answer("pane.resize", R"({"pane":"p0","rows":0})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.size {"param":"cols"})"},
                             room.answer("pane.resize", R"({"pane":"p0","cols":1001})"));
        const Answer neither = room.ask("pane.resize", R"({"pane":"p0"})")->wait();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.size {"param":"cols"})"}, neither.str());
        CPPUNIT_ASSERT_EQUAL(std::string{"give cols, rows or both"}, neither.message);
    }

    void testFinalSizeOfCommit()
    {
        PaneRoom room;
        room.layout.finalSize = TerminalSize{.cols = 33, .rows = 7};
        const std::string pane = room.shell("sleep 0.2; stty size; exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(pane, "7 33"));
        CPPUNIT_ASSERT(room.answer("pane.info", R"({"pane":"p0"})").find(R"("cols":33,"rows":7)") != std::string::npos);
    }

    void testClear()
    {
        PaneRoom room;
        const std::string pane = room.shell("seq 1 100; printf 'prompt'; exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(pane, "prompt"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0"})"}, room.answer("pane.clear", R"({"pane":"p0"})"));
        CPPUNIT_ASSERT_EQUAL(std::string(24, '\n'), room.text(pane));
        CPPUNIT_ASSERT(room.text(pane, R"(,"scrollback":-1)").find("50\n51\n") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0"})"}, room.answer("pane.clear", R"({"pane":"p0","scrollback":true})"));
        CPPUNIT_ASSERT_EQUAL(std::string(24, '\n'), room.text(pane, R"(,"scrollback":-1)"));
    }

    void testNotices()
    {
        PaneRoom room;
        const std::string pane =
            room.shell(R"(printf '\007\033]133;A\007\033]133;D;4\007\033]9;done\007\033]777;notify;build;ok\007\033]2;t1\007'; read x
                                               i=0; while [ $i -lt 2000 ]; do printf "\033]2;title$i\007\007"; i=$((i+1)); done; echo end; exec sleep 1000)");
        CPPUNIT_ASSERT(room.events.await("pane.notification", 2));
        room.services.loop.settle();
        const std::vector<std::string> all = room.events.all();
        const std::vector<std::string> expected{R"(pane.title {"pane":"p0","title":"t1"})",
                                                R"(pane.bell {"pane":"p0","count":1})",
                                                R"(pane.prompt {"pane":"p0","mark":"A"})",
                                                R"(pane.prompt {"pane":"p0","mark":"D","code":4})",
                                                R"(pane.notification {"pane":"p0","title":"","body":"done"})",
                                                R"(pane.notification {"pane":"p0","title":"build","body":"ok"})"};
        CPPUNIT_ASSERT(std::vector<std::string>(all.begin() + 4, all.end()) == expected);

        static_cast<void>(room.send(pane, "\n"));
        CPPUNIT_ASSERT(room.events.await(R"(pane.title {"pane":"p0","title":"title1999"})"));
        CPPUNIT_ASSERT(room.events.count("pane.title") < 200);
        CPPUNIT_ASSERT(eventually(
            [&]
            {
                std::int64_t bells = 0;
                for (const std::string& event : room.events.ofKind("pane.bell")) bells += numberIn(event.substr(10), "count");
                return bells == 2001;
            }));
    }

    void testTerminalAnswers()
    {
        PaneRoom room;
        const std::string pane = room.shell("stty raw -echo; printf '\\033[6n'; dd bs=1 count=6 2>/dev/null | od -An -c; exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(pane, "033   [   1   ;   1   R"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, numberIn(room.ask("pane.info", R"({"pane":"p0"})")->wait().json, "bytes_in"));
    }

    /// A program that lets go of its terminal and comes back to it.
    void testClosedTerminalReopened()
    {
        PaneRoom room;
        const std::string pane =
            room.shell("t=$(tty); exec </dev/null >/dev/null 2>&1; sleep 0.3; exec >$t; seq 1 30000; echo back; exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(pane, "back"));
        CPPUNIT_ASSERT(room.text(pane).find("30000\nback") != std::string::npos);
        CPPUNIT_ASSERT(room.close(pane).starts_with("ok"));
    }

    void testDrainLimit()
    {
        PaneRoom room{{{"pane.drain_ms", "300"}}};
        const std::string pane = room.shell("trap 'exit 5' USR1; (trap '' HUP; echo child; kill -USR1 $$; sleep 1000) & wait; exit 6");
        CPPUNIT_ASSERT(room.events.await(R"(pane.exited {"pane":"p0","status":{"code":5}})"));
        CPPUNIT_ASSERT(room.text(pane).find("child") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","status":{"code":5}})"}, room.close(pane, R"(,"grace_ms":50)"));
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
    }

    static const VerbSpec* specOf(PaneRoom& room, std::string_view name) { return room.verb(name).spec; }

    static std::string runOn(PaneRoom& room, std::string_view name, FakeCall& fake)
    {
        room.services.loop.run(
            [&]
            {
                Call call = fake.take();
                call.guard([&] { room.verb(name).run(call); });
            });
        return fake.wait().str();
    }

    /// The ids in the text of a list.
    static std::string ids(const std::string& text)
    {
        std::string found;
        constexpr std::string_view mark = "{\"pane\":\"";
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
            found += text.substr(at + mark.size(), text.find('"', at + mark.size()) - at - mark.size()) + ' ';
        return found;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PaneLifeTest);

} // namespace venomx::tests
