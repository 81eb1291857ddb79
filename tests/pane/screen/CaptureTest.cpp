// The four formats of a capture.
#include <cppunit/extensions/HelperMacros.h>

#include "Fixture.h"
#include "plugins/pane/src/capture/Ansi.h"
#include "plugins/pane/src/capture/Cells.h"
#include "plugins/pane/src/capture/Html.h"
#include "plugins/pane/src/capture/Text.h"

namespace venomx::pane
{

class CaptureTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CaptureTest);
    CPPUNIT_TEST(text);
    CPPUNIT_TEST(textOfScrollback);
    CPPUNIT_TEST(joined);
    CPPUNIT_TEST(untrimmed);
    CPPUNIT_TEST(alternate);
    CPPUNIT_TEST(ansi);
    CPPUNIT_TEST(ansiGivesTheSameScreen);
    CPPUNIT_TEST(html);
    CPPUNIT_TEST(htmlOfThePalette);
    CPPUNIT_TEST(cells);
    CPPUNIT_TEST_SUITE_END();

public:
    void text()
    {
        Fixture fixture(10, 3);
        fixture.feed("one  \r\n\x1b[44m 日 \x1b[m");
        CPPUNIT_ASSERT_EQUAL(std::string("one\n 日\n\n"), captureText(fixture.screen));
        CPPUNIT_ASSERT_EQUAL(std::string("\n\n\n"), captureText(Fixture(10, 3).screen));
    }

    void textOfScrollback()
    {
        Fixture fixture(10, 2);
        fixture.feed("1\r\n2\r\n3\r\n4\r\n5");
        CPPUNIT_ASSERT_EQUAL(std::string("4\n5\n"), captureText(fixture.screen));
        CPPUNIT_ASSERT_EQUAL(std::string("3\n4\n5\n"), captureText(fixture.screen, {.scrollback = 1}));
        CPPUNIT_ASSERT_EQUAL(std::string("1\n2\n3\n4\n5\n"), captureText(fixture.screen, {.scrollback = -1}));
        CPPUNIT_ASSERT_EQUAL(std::string("1\n2\n3\n4\n5\n"), captureText(fixture.screen, {.scrollback = 99}));
    }

    void joined()
    {
        Fixture fixture(5, 3);
        fixture.feed("abcdefghij klm\r\nno\r\nabcd日本");
        CPPUNIT_ASSERT_EQUAL(std::string("abcde\nfghij\n klm\nno\nabcd\n日本\n"), captureText(fixture.screen, {.scrollback = -1}));
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefghij klm\nno\nabcd日本\n"), captureText(fixture.screen, {.scrollback = -1, .join = true}));
        Fixture blanks(5, 3);
        blanks.feed("ab   cd");
        CPPUNIT_ASSERT_EQUAL(std::string("ab   cd\n\n"), captureText(blanks.screen, {.join = true}));
        CPPUNIT_ASSERT_EQUAL(std::string("ab\ncd\n\n"), captureText(blanks.screen));
    }

    void untrimmed()
    {
        Fixture fixture(5, 2);
        fixture.feed("abcd日");
        CPPUNIT_ASSERT_EQUAL(std::string("abcd \n日   \n"), captureText(fixture.screen, {.trim = false}));
        CPPUNIT_ASSERT_EQUAL(std::string("abcd日   \n"), captureText(fixture.screen, {.join = true, .trim = false}));
    }

    void alternate()
    {
        Fixture fixture(3, 2);
        fixture.feed("abcdefghi\x1b[?1049h\x1b[Hxy");
        CPPUNIT_ASSERT_EQUAL(std::string("abc\nxy\n\n"), captureText(fixture.screen, {.scrollback = -1, .join = true}));
    }

    void ansi()
    {
        Fixture fixture(10, 2);
        fixture.feed("a\x1b[1;31mb\x1b[22mc\x1b[m d\r\n\x1b]8;;https://x.example\a\x1b[44mz\x1b]8;;\a");
        CPPUNIT_ASSERT_EQUAL(std::string("a\x1b[0;1;31mb\x1b[0;31mc\x1b[0m d\n\x1b[0;44mz\x1b[0m\n"), captureAnsi(fixture.screen));
        CPPUNIT_ASSERT_EQUAL(std::string("a\x1b[0;1;31mb\x1b[0;31mc\x1b[0m d     \n\x1b[0;44mz\x1b[0m         \n"),
                             captureAnsi(fixture.screen, {.trim = false}));
    }

    void ansiGivesTheSameScreen()
    {
        Fixture first(20, 4);
        first.feed("plain \x1b[1;3;4:3;58;5;3mall\x1b[0;7;9;53;38;2;1;2;3;48;5;200mof\x1b[0;2;5;8;93;104mit\x1b[m 日本e\u0301");
        Fixture second(20, 4);
        std::string capture = captureAnsi(first.screen);
        capture.pop_back();
        second.feed("\x1b[20h" + capture.substr(0, capture.find('\n')));
        CPPUNIT_ASSERT_EQUAL(captureAnsi(first.screen), captureAnsi(second.screen));
    }

    void html()
    {
        Fixture fixture(30, 2);
        fixture.feed("<b>&\"'\x1b[1;31;48;2;1;2;3mx\x1b[0;7my\x1b[0;38;5;244;4:3mz\x1b]8;;javascript:alert(1)\aw");
        CPPUNIT_ASSERT_EQUAL(std::string("<pre>\n&lt;b&gt;&amp;&quot;&#39;"
                                         "<span style=\"color:#cd0000;background-color:#010203;font-weight:bold;\">x</span>"
                                         "<span style=\"color:#ffffff;background-color:#000000;\">y</span>"
                                         "<span style=\"color:#808080;text-decoration:underline wavy;\">z</span>"
                                         "<span style=\"color:#808080;text-decoration:underline wavy;\">w</span>\n\n</pre>\n"),
                             captureHtml(fixture.screen));
    }

    // The first sixteen, the cube's corners and steps, the greys.
    void htmlOfThePalette()
    {
        const std::pair<int, const char*> cases[] = {
            {0, "000000"},  {7, "e5e5e5"},   {8, "7f7f7f"},   {15, "ffffff"},  {16, "000000"},  {17, "00005f"},  {21, "0000ff"},
            {46, "00ff00"}, {110, "87afd7"}, {196, "ff0000"}, {231, "ffffff"}, {232, "080808"}, {255, "eeeeee"},
        };
        for (const auto& [index, color] : cases)
        {
            Fixture fixture(3, 1);
            fixture.feed("\x1b[38;5;" + std::to_string(index) + "mx");
            CPPUNIT_ASSERT_EQUAL("<pre>\n<span style=\"color:#" + std::string(color) + ";\">x</span>\n</pre>\n",
                                 captureHtml(fixture.screen));
        }
    }

    void cells()
    {
        Fixture fixture(10, 2);
        fixture.feed("a日\x1b[1;4:3;31;48;2;1;2;3mb\x1b[m\x1b]8;;https://x.example\ac");
        std::string json;
        JsonWriter writer(json);
        captureCells(fixture.screen, {}, writer);
        CPPUNIT_ASSERT_EQUAL(std::string(R"([[{"text":"a日","width":3,"style":{}},)"
                                         R"({"text":"b","width":1,"style":{"fg":1,"bg":"#010203","bold":true,"underline":"curly"}},)"
                                         R"({"text":"c","width":1,"style":{"link":"https://x.example"}}],[]])"),
                             json);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CaptureTest);

} // namespace venomx::pane
