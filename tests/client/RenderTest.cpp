#include "Fixture.h"

#include "client/Failure.h"
#include "client/render/Render.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::client::test
{
namespace
{

std::string render(std::string_view name, std::string_view result, bool terminal = false, bool colours = false)
{
    const Json json{result};
    return renderResult(verb(name), json.value(), {.palette = Palette{colours}, .terminal = terminal});
}

std::string renderErrorText(std::string_view error, std::string_view name = {})
{
    const Json json{error};
    if (name.empty()) return renderError(json.value(), nullptr);
    const VerbView of = verb(name);
    return renderError(json.value(), &of);
}

} // namespace

class RenderTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RenderTest);
    CPPUNIT_TEST(aListIsATable);
    CPPUNIT_TEST(aLongCellIsCutOnATerminalAlone);
    CPPUNIT_TEST(anEmptyListSaysSo);
    CPPUNIT_TEST(anObjectIsNamesAndValues);
    CPPUNIT_TEST(textIsPlain);
    CPPUNIT_TEST(textOnATerminalCannotMoveTheCursor);
    CPPUNIT_TEST(aHealthReportIsALineACheck);
    CPPUNIT_TEST(coloursAreForTerminals);
    CPPUNIT_TEST(anEventIsALine);
    CPPUNIT_TEST(errorsSayWhatToDo);
    CPPUNIT_TEST_SUITE_END();

public:
    void aListIsATable()
    {
        const std::string shown = render(
            "pane.list", "{\"panes\":[{\"state\":\"running\",\"pane\":\"p0\",\"pid\":7,\"title\":\"\xe6\x97\xa5\xe6\x9c\xac\xcc\x81\"},"
                         R"({"pane":"p10","pid":123456,"state":"exited","title":"a\u001b[2Jb","status":{"code":3},"more":[1,2]},)"
                         R"({"pane":"p11","pid":8,"state":"exited","title":"","status":{"signal":"SIGTERM","core":false}}]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"PANE     PID  STATE    TITLE      STATUS                     MORE\n"
                                         "p0         7  running  \xe6\x97\xa5\xe6\x9c\xac\xcc\x81       -                          -\n"
                                         "p10   123456  exited   a\\x1b[2Jb  code=3                     1,2\n"
                                         "p11        8  exited   -          signal=SIGTERM core=false  -\n"},
                             shown);
    }

    void aLongCellIsCutOnATerminalAlone()
    {
        const std::string heading{"NAME  VERBS\npane  "};
        const std::string words{"pane.a,pane.b,pane.c,pane.d,pane.e,pane.f,pane.g"};
        const std::string list{R"({"panes":[{"name":"pane","verbs":["pane.a","pane.b","pane.c","pane.d","pane.e","pane.f","pane.g"]}]})"};
        CPPUNIT_ASSERT_EQUAL(heading + words + "\n", render("pane.list", list));
        CPPUNIT_ASSERT_EQUAL(heading + words.substr(0, 39) + "\u2026\n", render("pane.list", list, true));
    }

    void anEmptyListSaysSo() { CPPUNIT_ASSERT_EQUAL(std::string{"no panes\n"}, render("pane.list", R"({"panes":[]})")); }

    void anObjectIsNamesAndValues()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"window:     w0\n"
                                         "principal:  g1\n"
                                         "pid:        12\n"
                                         "big:        18446744073709551616\n"
                                         "ratio:      0.5\n"
                                         "on:         true\n"
                                         "nothing:    -\n"
                                         "panes:      p0,p1\n"
                                         "deep:       a=(b=[1])\n"
                                         "\n"
                                         "grants\n"
                                         "RIGHT  SCOPE\n"
                                         "read   *\n"},
                             render("window.create", R"({"window":"w0","principal":"g1","pid":12,"big":18446744073709551616,"ratio":0.5,)"
                                                     R"("on":true,"nothing":null,"panes":["p0","p1"],"deep":{"a":{"b":[1]}},)"
                                                     R"("grants":[{"right":"read","scope":"*"}]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"done\n"}, render("whoami", "{}"));
    }

    void textIsPlain()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"/tmp\nhello\n\n"}, render("pane.capture", R"({"pane":"p0","cols":80,"text":"/tmp\nhello\n\n"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a\x1b[2Jb"}, render("pane.capture", R"({"text":"a\u001b[2Jb"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"# TYPE a\na 1\n"}, render("doctor", R"({"status":"ok","metrics":"# TYPE a\na 1\n"})"));
    }

    void textOnATerminalCannotMoveTheCursor()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a\x1b[1;38:5:3mb\x1b[m[2J]0;xc\td\xe6\x97\xa5\n"},
                             render("pane.capture", R"({"text":"a\u001b[1;38:5:3mb\u001b[m\u001b[2J\u001b]0;x\u0007\u009bc\td日"})", true));
        CPPUNIT_ASSERT_EQUAL(std::string{"x\n"}, render("pane.capture", R"({"text":"x\n"})", true));
    }

    void aHealthReportIsALineACheck()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"STATUS  CHECK       SUMMARY         WHAT TO DO\n"
                                         "ok      spawn.path  PATH is usable\n"
                                         "fail    kernel.x    it is broken    mend it\n"
                                         "\n"
                                         "overall: fail\n"},
                             render("doctor",
                                    R"({"status":"fail","checks":[)"
                                    R"({"name":"spawn.path","status":"ok","summary":"PATH is usable","detail":{"n":1}},)"
                                    R"({"name":"kernel.x","status":"fail","summary":"it is broken","detail":{},"hint":"mend it"}],)"
                                    R"("counters":{"a":1}})"));
    }

    void coloursAreForTerminals()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"\x1b[1mPANE\x1b[0m  \x1b[1mSTATE\x1b[0m\np0    \x1b[32mrunning\x1b[0m\n"},
                             render("pane.list", R"({"panes":[{"pane":"p0","state":"running"}]})", true, true));
        const auto colours = [](bool terminal, std::string_view noColor, std::string_view term)
        { return Palette::forTerminal(terminal, noColor, term).heading("x") != "x"; };
        CPPUNIT_ASSERT(colours(true, "", "xterm"));
        CPPUNIT_ASSERT(!colours(true, "1", "xterm"));
        CPPUNIT_ASSERT(!colours(true, "", "dumb"));
        CPPUNIT_ASSERT(!colours(false, "", "xterm"));
    }

    void anEventIsALine()
    {
        const Json event{R"({"seq":12,"at":"2026-11-30T14:05:11.042Z","kind":"pane.exited","data":{"pane":"p0","status":{"code":3}}})"};
        CPPUNIT_ASSERT_EQUAL(std::string{"12  2026-11-30T14:05:11.042Z  pane.exited  pane=p0  status=code=3\n"},
                             renderEvent(event.value(), {}));
    }

    void errorsSayWhatToDo()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx: no such pane (not_found.pane)\n"},
                             renderErrorText(R"({"code":"not_found.pane","message":"no such pane","data":{}})"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"venomx: bad (invalid_params.env)\n  param=env.0.name reason=syntax\n"},
            renderErrorText(R"({"code":"invalid_params.env","message":"bad","data":{"param":"env.0.name","reason":"syntax"}})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx: no daemon is running (unavailable.daemon)\n  start one with: venomx serve\n"},
                             renderErrorText(NoDaemon{SocketSource::standard}.json()));
        const auto schema = [](std::string_view param, std::string_view reason, std::string_view name)
        {
            const std::string error = R"({"code":"invalid_params.schema","message":"m","data":{"param":")" + std::string{param} +
                                      R"(","reason":")" + std::string{reason} + "\"}}";
            const std::string text = renderErrorText(error, name);
            return text.substr(text.find('\n') + 1);
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"  --session is required\n"}, schema("session", "missing", "window.create"));
        CPPUNIT_ASSERT_EQUAL(std::string{"  --axis takes rows or cols\n"}, schema("axis", "choice", "pane.send"));
        CPPUNIT_ASSERT_EQUAL(std::string{"  --cols takes 1 to 1000\n"}, schema("cols", "range", "window.create"));
        CPPUNIT_ASSERT_EQUAL(std::string{"  param=env.0.name reason=type\n"}, schema("env.0.name", "type", "window.create"));
        CPPUNIT_ASSERT_EQUAL(std::string{"  param=newer reason=missing\n"}, schema("newer", "missing", "window.create"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RenderTest);

} // namespace venomx::client::test
