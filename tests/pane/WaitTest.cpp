// pane.wait: each thing that may be waited for, and what else may answer.
#include "PaneRoom.h"

#include <chrono>
#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{

class WaitTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WaitTest);
    CPPUNIT_TEST(testExit);
    CPPUNIT_TEST(testTimeout);
    CPPUNIT_TEST(testIdle);
    CPPUNIT_TEST(testMatch);
    CPPUNIT_TEST(testMatchSince);
    CPPUNIT_TEST(testMatchInTheLastOutput);
    CPPUNIT_TEST(testMatchInAFlood);
    CPPUNIT_TEST(testPrompt);
    CPPUNIT_TEST(testWrongExpressions);
    CPPUNIT_TEST(testCancelAndClose);
    CPPUNIT_TEST(testManyWaits);
    CPPUNIT_TEST_SUITE_END();

    static Answer waitFor(PaneRoom& room, const std::string& params) { return room.ask("pane.wait", params)->wait(); }

    static std::string reason(const Answer& answer) { return member(answer.json, "reason"); }

    void testExit()
    {
        PaneRoom room;
        static_cast<void>(room.shell("stty -echo; echo up; read x; echo last words; exit 7"));
        CPPUNIT_ASSERT(room.shows("p0", "up"));
        const auto asked = room.ask("pane.wait", R"({"pane":"p0","until":"exit"})");
        static_cast<void>(room.send("p0", "\n"));
        const std::string json = asked->wait().json;
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"pane":"p0","reason":"exit","status":{"code":7},"offset":16,"waited_ms":)"},
                             json.substr(0, json.rfind(':') + 1));
        // An exited pane answers at once, whatever is waited for.
        for (const char* until : {"exit", "idle", "prompt"})
            CPPUNIT_ASSERT_EQUAL(std::string{"exit"}, reason(waitFor(room, R"({"pane":"p0","until":")" + std::string{until} + "\"}")));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit"}, reason(waitFor(room, R"({"pane":"p0","until":"match","match":"nothing"})")));
        // ... but for what is there.
        CPPUNIT_ASSERT_EQUAL(std::string{"match"}, reason(waitFor(room, R"({"pane":"p0","until":"match","match":"last words"})")));
    }

    void testTimeout()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exec sleep 1000"));
        const auto begun = std::chrono::steady_clock::now();
        const Answer answer = waitFor(room, R"({"pane":"p0","until":"exit","timeout_ms":150})");
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds{150});
        CPPUNIT_ASSERT_EQUAL(std::string{"timeout"}, reason(answer));
        CPPUNIT_ASSERT(numberIn(answer.json, "waited_ms") >= 150);
        CPPUNIT_ASSERT(answer.json.find("status") == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"timeout"}, reason(waitFor(room, R"({"pane":"p0","until":"match","match":"x","timeout_ms":0})")));
    }

    /// Twenty lines, each of which tells when it was written. A machine that stops for a while makes a silence of its own, which
    /// counts like any other: each answer must come long enough after the last line that it knows of.
    void testIdle()
    {
        constexpr std::size_t kLine = 19; // digits of `date +%s%N`
        constexpr std::int64_t kAll = 20 * (kLine + 2);
        PaneRoom room;
        static_cast<void>(room.shell("i=0; while [ $i -lt 20 ]; do date +%s%N; sleep 0.05; i=$((i+1)); done; exec sleep 1000"));
        CPPUNIT_ASSERT(eventually([&] { return room.text("p0").size() > kLine; }));
        for (std::int64_t offset = 0; offset < kAll;)
        {
            const Answer answer = waitFor(room, R"({"pane":"p0","until":"idle","idle_ms":400})");
            const auto now = std::chrono::system_clock::now().time_since_epoch();
            CPPUNIT_ASSERT_EQUAL(std::string{"idle"}, reason(answer));
            CPPUNIT_ASSERT(numberIn(answer.json, "waited_ms") >= 400);
            offset = numberIn(answer.json, "offset");
            const std::size_t lines = static_cast<std::size_t>(offset) / (kLine + 2);
            const std::chrono::nanoseconds written{std::stoll(room.text("p0").substr((lines - 1) * (kLine + 1), kLine))};
            CPPUNIT_ASSERT(now - written >= std::chrono::milliseconds{400});
        }
    }

    void testMatch()
    {
        PaneRoom room;
        static_cast<void>(room.shell(
            "printf 'one\\ntests FAILED here\\n'; seq 1 100; read x; printf 'a long %s line PASSED\\n' $(seq -s. 1 60); exec sleep 1000"));
        CPPUNIT_ASSERT(room.shows("p0", "100"));
        const Answer there = waitFor(room, R"({"pane":"p0","until":"match","match":"(PASS|FAIL)ED"})"); // in the scrollback
        CPPUNIT_ASSERT_EQUAL(std::string{"FAILED"}, member(there.json, "match"));
        const auto asked =
            room.ask("pane.wait", R"({"pane":"p0","until":"match","match":"long 1\\.2\\..*\\.60 line P"})"); // wrapped over three rows
        static_cast<void>(room.send("p0", "\n"));
        const Answer answer = asked->wait();
        CPPUNIT_ASSERT_EQUAL(std::string{"match"}, reason(answer));
        CPPUNIT_ASSERT(member(answer.json, "match").starts_with("long 1.2.3."));
        const Answer anchored = waitFor(room, R"({"pane":"p0","until":"match","match":"^50$"})");
        CPPUNIT_ASSERT_EQUAL(std::string{"50"}, member(anchored.json, "match"));
    }

    void testMatchSince()
    {
        PaneRoom room;
        static_cast<void>(room.shell("stty -echo; echo go; while read x; do echo \"got $x\"; done"));
        CPPUNIT_ASSERT(room.shows("p0", "go"));
        std::int64_t offset = 0;
        for (int i = 0; i < 20; ++i)
        {
            static_cast<void>(room.send("p0", "same\n"));
            const Answer answer =
                waitFor(room, R"~({"pane":"p0","until":"match","match":"got (same)","since":)~" + std::to_string(offset) + "}");
            CPPUNIT_ASSERT_EQUAL(std::string{"match"}, reason(answer));
            CPPUNIT_ASSERT_EQUAL(std::string{"got same"}, member(answer.json, "match"));
            CPPUNIT_ASSERT(numberIn(answer.json, "offset") > offset);
            offset = numberIn(answer.json, "offset");
        }
        CPPUNIT_ASSERT_EQUAL(
            std::string{"timeout"},
            reason(waitFor(room, R"({"pane":"p0","until":"match","match":"got","timeout_ms":50,"since":)" + std::to_string(offset) + "}")));
    }

    void testMatchInTheLastOutput()
    {
        PaneRoom room;
        for (int i = 0; i < 20; ++i)
        {
            const std::string pane = room.shell("read x; echo the end; exit 3");
            const auto asked = room.ask("pane.wait", R"({"pane":")" + pane + R"(","until":"match","match":"the end"})");
            static_cast<void>(room.send(pane, "\n"));
            CPPUNIT_ASSERT_EQUAL(std::string{"match"}, reason(asked->wait()));
        }
    }

    void testMatchInAFlood()
    {
        PaneRoom room;
        static_cast<void>(room.shell("read x; seq 1 200000; echo needle; exec sleep 1000"));
        std::vector<PaneRoom::Asked> asked;
        for (int i = 0; i < 20; ++i) asked.push_back(room.ask("pane.wait", R"({"pane":"p0","until":"match","match":"^needle$"})"));
        static_cast<void>(room.send("p0", "\n"));
        for (const auto& one : asked) CPPUNIT_ASSERT_EQUAL(std::string{"match"}, reason(one->wait()));
    }

    void testPrompt()
    {
        PaneRoom room;
        static_cast<void>(room.shell("stty -echo; while :; do printf '\\033]133;A\\007$ '; read x || exit; echo \"ran $x\"; done"));
        const Answer first = waitFor(room, R"({"pane":"p0","until":"prompt"})");
        CPPUNIT_ASSERT_EQUAL(std::string{"prompt"}, reason(first));
        const std::string since = R"(,"since":)" + std::to_string(numberIn(first.json, "offset")) + "}";
        CPPUNIT_ASSERT_EQUAL(std::string{"timeout"}, reason(waitFor(room, R"({"pane":"p0","until":"prompt","timeout_ms":50)" + since)));
        static_cast<void>(room.send("p0", "make\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"prompt"}, reason(waitFor(room, R"({"pane":"p0","until":"prompt")" + since)));
        CPPUNIT_ASSERT(room.text("p0").find("ran make") != std::string::npos);
    }

    void testWrongExpressions()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exec sleep 1000"));
        const std::string refused = R"(refused invalid_params.match {"param":"match"})";
        const char* unusable = "match is not an RE2 expression, or too large";
        const std::pair<const char*, const char*> cases[] = {
            {R"({"pane":"p0","until":"match"})", "until match needs match, the expression"},
            {R"({"pane":"p0","until":"match","match":"("})", unusable},
            {R"({"pane":"p0","until":"match","match":"(a{1000}){1000}"})", unusable},
            {R"({"pane":"p0","until":"match","match":"\\1"})", unusable},
            {R"({"pane":"p0","until":"idle","match":"x"})", "match goes with until match alone"},
        };
        for (const auto& [params, message] : cases)
        {
            const Answer answer = waitFor(room, params);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(params, refused, answer.str());
            CPPUNIT_ASSERT_EQUAL(std::string{message}, answer.message);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found.pane {}"}, waitFor(room, R"({"pane":"p9","until":"exit"})").str());
    }

    void testCancelAndClose()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exec sleep 1000"));
        std::vector<PaneRoom::Asked> asked;
        for (const char* until : {R"("exit")", R"("idle","idle_ms":60000)", R"("match","match":"x")", R"("prompt")"})
            for (int i = 0; i < 2; ++i) asked.push_back(room.ask("pane.wait", R"({"pane":"p0","until":)" + std::string{until} + "}"));
        for (std::size_t i = 0; i < asked.size(); i += 2)
        {
            room.services.loop.run([&] { asked[i]->cancel(); });
            CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.cancelled {}"}, asked[i]->wait().str());
            CPPUNIT_ASSERT(asked[i]->gone());
        }
        CPPUNIT_ASSERT(room.close("p0").starts_with("ok"));
        for (std::size_t i = 1; i < asked.size(); i += 2)
        {
            const Answer answer = asked[i]->wait();
            CPPUNIT_ASSERT_EQUAL(std::string{"exit"}, reason(answer));
            CPPUNIT_ASSERT(answer.json.find(R"("status":{"signal":"SIGHUP","core":false})") != std::string::npos);
            CPPUNIT_ASSERT_EQUAL(0, asked[i]->extraAnswers());
        }
    }

    /// Many waits on a pane that floods do not hold up another pane.
    void testManyWaits()
    {
        PaneRoom room{{{"pane.scrollback", "1000"}}};
        static_cast<void>(room.shell("exec yes"));
        static_cast<void>(room.shell("stty -echo; while read x; do echo \"got $x\"; done"));
        std::vector<PaneRoom::Asked> asked;
        for (int i = 0; i < 100; ++i) asked.push_back(room.ask("pane.wait", R"({"pane":"p0","until":"match","match":"never"})"));
        for (int i = 0; i < 20; ++i)
        {
            static_cast<void>(room.send("p1", std::to_string(i) + "\n"));
            const Answer answer = waitFor(room, R"({"pane":"p1","until":"match","match":"got )" + std::to_string(i) + "\"}");
            CPPUNIT_ASSERT_EQUAL(std::string{"match"}, reason(answer));
        }
        CPPUNIT_ASSERT(room.close("p0").starts_with("ok"));
        for (const auto& one : asked) CPPUNIT_ASSERT_EQUAL(std::string{"exit"}, reason(one->wait()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WaitTest);

} // namespace venomx::tests
