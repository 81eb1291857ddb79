// pane.send and pane.signal: what reaches a program.
#include "PaneRoom.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{

class SendTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SendTest);
    CPPUNIT_TEST(testTextKeysBytes);
    CPPUNIT_TEST(testModesDecideKeysAndPastes);
    CPPUNIT_TEST(testWrongInput);
    CPPUNIT_TEST(testAuthorityOfWhoRuns);
    CPPUNIT_TEST(testExited);
    CPPUNIT_TEST(testFull);
    CPPUNIT_TEST(testOrderAndAmount);
    CPPUNIT_TEST(testSignals);
    CPPUNIT_TEST_SUITE_END();

    /// Shows in octal what it reads.
    static std::string octal(PaneRoom& room, const std::string& before, int bytes)
    {
        const std::string pane = room.shell("stty raw -echo; printf '" + before + "ready'; dd bs=1 count=" + std::to_string(bytes) +
                                                " 2>/dev/null | od -An -to1 -w40; exec sleep 1000",
                                            {.cols = 200, .rows = 10});
        CPPUNIT_ASSERT(room.shows(pane, "ready"));
        return pane;
    }

    void testTextKeysBytes()
    {
        PaneRoom room;
        const std::string pane = octal(room, "", 14);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":5})"},
                             room.answer("pane.send", R"({"pane":"p0","text":"a\n\u00e4\u0000"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":6})"},
                             room.answer("pane.send", R"({"pane":"p0","keys":["b","C-c","Enter","Up"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":3})"}, room.answer("pane.send", R"({"pane":"p0","bytes":"AP/+"})"));
        CPPUNIT_ASSERT(room.shows(pane, "141 012 303 244 000 142 003 015 033 133 101 000 377 376"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{14}, numberIn(room.ask("pane.info", R"({"pane":"p0"})")->wait().json, "bytes_in"));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{14}, room.health.count("panes.bytes", "in"));
    }

    void testModesDecideKeysAndPastes()
    {
        PaneRoom room;
        const std::string plain = octal(room, "", 9);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":3})"}, room.answer("pane.send", R"({"pane":"p0","keys":["Up"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":5})"},
                             room.answer("pane.send", R"({"pane":"p0","text":"\u001b[2~\n\u009bx","paste":true})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":1})"}, room.answer("pane.send", R"({"pane":"p0","text":"y"})"));
        CPPUNIT_ASSERT(room.shows(plain, "033 133 101 133 062 176 015 170 171"));

        const std::string moded = octal(room, "\\033[?1h\\033[?2004h", 17);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p1","bytes":3})"}, room.answer("pane.send", R"({"pane":"p1","keys":["Up"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p1","bytes":15})"},
                             room.answer("pane.send", R"({"pane":"p1","text":"a\nb","paste":true})"));
        CPPUNIT_ASSERT(room.shows(moded, "033 117 101 033 133 062 060 060 176 141 015 142 033 133 062 060 061"));
    }

    void testWrongInput()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exec sleep 1000"));
        struct Case
        {
            std::string params;
            std::string answer;
            std::string message{};
        };
        const std::string one = "give exactly one of text, keys and bytes";
        const Case cases[] = {
            {R"({"pane":"p0"})", R"(refused invalid_params.input {"param":"text"})", one},
            {R"({"pane":"p0","text":"a","keys":["b"]})", R"(refused invalid_params.input {"param":"keys"})", one},
            {R"({"pane":"p0","keys":["b"],"bytes":""})", R"(refused invalid_params.input {"param":"bytes"})", one},
            {R"({"pane":"p0","bytes":"a"})", R"(refused invalid_params.input {"param":"bytes"})", "bytes is not base64"},
            {R"({"pane":"p0","keys":["b"],"paste":true})", R"(refused invalid_params.input {"param":"paste"})",
             "paste goes with text alone"},
            {R"({"pane":"p0","keys":["a","b","c","Foo"]})", R"(refused invalid_params.keys {"param":"keys.3"})",
             "unknown key; keys are written like a, Escape, F5, C-c or M-x"},
            {R"({"pane":"p9","text":"a"})", "refused not_found.pane {}", "no such pane"},
            {R"({"pane":"p0","text":""})", R"(ok {"pane":"p0","bytes":0})"},
        };
        for (const auto& [params, expected, message] : cases)
        {
            const Answer answer = room.ask("pane.send", params)->wait();
            CPPUNIT_ASSERT_EQUAL(expected, answer.str());
            CPPUNIT_ASSERT_EQUAL(message, answer.message);
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, numberIn(room.ask("pane.info", R"({"pane":"p0"})")->wait().json, "bytes_in"));
    }

    void testAuthorityOfWhoRuns()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exec sleep 1000"));
        room.principals.coversAll = false;
        const auto send = [&](PrincipalId caller) { return room.ask("pane.send", R"({"pane":"p0","text":"a"})", caller)->wait().str(); };
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused denied.write {"right":"write"})"}, send(PrincipalId::generated(2)));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":1})"}, send(PrincipalId::generated(1)));
    }

    void testExited()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exit 0"));
        CPPUNIT_ASSERT(room.events.await("pane.exited"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused conflict.pane_exited {}"}, room.send("p0", "a"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused conflict.pane_exited {}"}, room.answer("pane.signal", R"({"pane":"p0","signal":"INT"})"));
    }

    void testFull()
    {
        PaneRoom room{{{"pane.input_limit", "100000"}}};
        static_cast<void>(room.shell("stty raw -echo; echo ready; read x; exec sleep 1000"));
        CPPUNIT_ASSERT(room.shows("p0", "ready"));
        const std::string part(30'000, 'x');
        int sent = 0;
        std::string answer;
        while ((answer = room.send("p0", part)).starts_with("ok")) ++sent;
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.input_full {}"}, answer);
        CPPUNIT_ASSERT(sent >= 3);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{sent} * 30'000, numberIn(room.ask("pane.info", R"({"pane":"p0"})")->wait().json, "bytes_in"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":1})"}, room.send("p0", "y"));
        CPPUNIT_ASSERT(room.close("p0", R"(,"grace_ms":0)").starts_with("ok"));
    }

    void testOrderAndAmount()
    {
        PaneRoom room;
        const std::string pane = room.shell("stty raw -echo; echo ready; head -c 900000 | md5sum; exec sleep 1000");
        CPPUNIT_ASSERT(room.shows(pane, "ready"));
        for (int i = 0; i < 90; ++i)
        {
            const std::string part(10'000, static_cast<char>('a' + i % 26));
            std::string answer;
            CPPUNIT_ASSERT(eventually([&] { return (answer = room.send(pane, part)) != "refused unavailable.input_full {}"; }));
            CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","bytes":10000})"}, answer);
        }
        CPPUNIT_ASSERT(room.shows(pane, "9379afa266fbefa75d9bac84ea105f84"));
    }

    void testSignals()
    {
        PaneRoom room;
        const std::string pane = room.shell("trap 'echo leader' USR1; (trap 'echo child' USR1; echo ready; while :; do sleep 0.02; done) & "
                                            "while :; do wait; done");
        CPPUNIT_ASSERT(room.shows(pane, "ready"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.signal {"param":"signal"})"},
                             room.answer("pane.signal", R"({"pane":"p0","signal":"NOPE"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0"})"},
                             room.answer("pane.signal", R"({"pane":"p0","signal":"SIGUSR1","group":"leader"})"));
        CPPUNIT_ASSERT(room.shows(pane, "leader"));
        CPPUNIT_ASSERT(room.text(pane).find("child") == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0"})"}, room.answer("pane.signal", R"({"pane":"p0","signal":"USR1"})"));
        CPPUNIT_ASSERT(room.shows(pane, "child"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0"})"},
                             room.answer("pane.signal", R"({"pane":"p0","signal":"KILL","group":"all"})"));
        CPPUNIT_ASSERT(room.events.await(R"(pane.exited {"pane":"p0","status":{"signal":"SIGKILL","core":false}})"));
        CPPUNIT_ASSERT(eventually([] { return children().empty(); }));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SendTest);

} // namespace venomx::tests
