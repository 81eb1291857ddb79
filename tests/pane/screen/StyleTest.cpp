// SGR, hyperlinks, background colour erase: what the runs of a line say.
#include <cppunit/extensions/HelperMacros.h>

#include "Fixture.h"
#include "plugins/pane/src/screen/Sgr.h"

namespace venomx::pane
{

class StyleTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(StyleTest);
    CPPUNIT_TEST(attributes);
    CPPUNIT_TEST(colors);
    CPPUNIT_TEST(brokenColors);
    CPPUNIT_TEST(runs);
    CPPUNIT_TEST(links);
    CPPUNIT_TEST(backgroundErase);
    CPPUNIT_TEST(savedWithTheCursor);
    CPPUNIT_TEST_SUITE_END();

public:
    static Line firstLine(const Screen& screen)
    {
        Line first;
        screen.lines(0, 0, [&](const Line& line) { first = line; });
        return first;
    }

    // The parameters that would give the style of the first character again.
    static std::string styleAfter(std::string_view input)
    {
        Fixture fixture;
        fixture.feed(input).feed("x");
        return sgrOf(firstLine(fixture.screen).runs.front().style);
    }

    void attributes()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"", "0"},
            {"\x1b[1;2;3;5;7;8;9;53m", "0;1;2;3;5;7;8;9;53"},
            {"\x1b[1;2;3;4;5;7;8;9;53m\x1b[22;23;24;25;27;28;29;55m", "0"},
            {"\x1b[1;31m\x1b[m", "0"},
            {"\x1b[1;31m\x1b[;m", "0"},
            {"\x1b[31;0;1m", "0;1"},
            {"\x1b[4m", "0;4"},
            {"\x1b[21m", "0;4:2"},
            {"\x1b[4:3m", "0;4:3"},
            {"\x1b[4:3m\x1b[4:0m", "0"},
            {"\x1b[4:9m", "0"},
            {"\x1b[1:2;3m", "0;1;3"},
            {"\x1b[99;3m", "0;3"},
        };
        for (const auto& [input, expected] : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(expected, std::string(expected), styleAfter(input));
    }

    void colors()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"\x1b[31;42m", "0;31;42"},
            {"\x1b[91;102m", "0;91;102"},
            {"\x1b[38;5;200;48;5;17m", "0;38:5:200;48:5:17"},
            {"\x1b[38;5;3m", "0;33"},
            {"\x1b[38:5:200m", "0;38:5:200"},
            {"\x1b[38;2;1;2;3m", "0;38:2::1:2:3"},
            {"\x1b[38:2:1:2:3m", "0;38:2::1:2:3"},
            {"\x1b[48:2::1:2:3m", "0;48:2::1:2:3"},
            {"\x1b[58:2::1:2:3m", "0;58:2::1:2:3"},
            {"\x1b[58;5;9m", "0;58:5:9"},
            {"\x1b[58;5;9m\x1b[59m", "0"},
            {"\x1b[31;42m\x1b[39;49m", "0"},
            {"\x1b[38;2;1;2;3;1m", "0;1;38:2::1:2:3"},
        };
        for (const auto& [input, expected] : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(expected, std::string(expected), styleAfter(input));
    }

    void brokenColors()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"\x1b[38m", "0"},           {"\x1b[38;5m", "0"},       {"\x1b[38;5;300m", "0"}, {"\x1b[38;2;1;2m", "0"},
            {"\x1b[38;2;1;2;256m", "0"}, {"\x1b[38:7:1;3m", "0;3"}, {"\x1b[38:5;3m", "0;3"},
        };
        for (const auto& [input, expected] : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(expected, std::string(expected), styleAfter(input));
    }

    void runs()
    {
        Fixture fixture;
        fixture.feed("ab\x1b[1mcd\x1b[22m日e");
        const Line line = firstLine(fixture.screen);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, line.runs.size());
        CPPUNIT_ASSERT_EQUAL(std::uint16_t{2}, line.runs[1].width);
        CPPUNIT_ASSERT_EQUAL(std::uint32_t{4}, line.runs[2].bytes);
        CPPUNIT_ASSERT_EQUAL(std::uint16_t{3}, line.runs[2].width);
        CPPUNIT_ASSERT_EQUAL(7, line.width);
    }

    void links()
    {
        Fixture fixture(20, 2);
        fixture.feed("\x1b]8;id=1;https://a.example/?x=1;2\x1b\\link\x1b]8;;\x1b\\ no");
        const std::string address = "https://a.example/?x=1;2";
        const auto expectLink = [&](const Line& line)
        {
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, line.runs.size());
            CPPUNIT_ASSERT_EQUAL(address, line.runs[0].link);
            CPPUNIT_ASSERT_EQUAL(std::uint16_t{4}, line.runs[0].width);
            CPPUNIT_ASSERT_EQUAL(std::string(), line.runs[1].link);
        };
        expectLink(firstLine(fixture.screen));
        fixture.feed("\r\n\r\n");
        fixture.screen.lines(-1, -1, expectLink);
        fixture.screen.resize({.cols = 20, .rows = 4});
        expectLink(firstLine(fixture.screen));
    }

    void backgroundErase()
    {
        Fixture fixture(5, 3);
        fixture.feed("abc\x1b[1;3;4;44m\x1b[2K");
        const Line line = firstLine(fixture.screen);
        CPPUNIT_ASSERT_EQUAL(std::string("     "), line.text);
        CPPUNIT_ASSERT_EQUAL(std::string("0;44"), sgrOf(line.runs.front().style));
        fixture.feed("\x1b[m\x1b[1;3Hx");
        const Line after = firstLine(fixture.screen);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, after.runs.size());
        CPPUNIT_ASSERT_EQUAL(std::string("0;44"), sgrOf(after.runs.back().style));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t{2}, after.runs.back().width);
        fixture.feed("\x1b[3;1H\n\n\n");
        fixture.screen.lines(-3, -3, [&](const Line& stored) { CPPUNIT_ASSERT_EQUAL(5, stored.width); });
    }

    void savedWithTheCursor()
    {
        CPPUNIT_ASSERT_EQUAL(std::string("0;1;31"), styleAfter("\x1b[1;31m\x1b"
                                                               "7\x1b[m\x1b"
                                                               "8"));
        CPPUNIT_ASSERT_EQUAL(std::string("0"), styleAfter("\x1b[1;31m\x1b[!p"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StyleTest);

} // namespace venomx::pane
