// New sizes: reflow, the cursor's place, rows traded with the scrollback, the alternate screen.
#include <cppunit/extensions/HelperMacros.h>

#include <regex>

#include "Fixture.h"

namespace venomx::pane
{

class ResizeTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ResizeTest);
    CPPUNIT_TEST(mainScreen);
    CPPUNIT_TEST(backAndForth);
    CPPUNIT_TEST(continuedFromTheScrollback);
    CPPUNIT_TEST(wideCharactersAtTheScrollbacksEnd);
    CPPUNIT_TEST(savedCursor);
    CPPUNIT_TEST(alternateScreen);
    CPPUNIT_TEST(mainBehindAlternate);
    CPPUNIT_TEST(clampedSizes);
    CPPUNIT_TEST(marginsAndSavedCursor);
    CPPUNIT_TEST(stylesSurvive);
    CPPUNIT_TEST(printingGoesOn);
    CPPUNIT_TEST_SUITE_END();

public:
    struct Case
    {
        const char* name;
        std::string_view input;
        ScreenSize to; // from 10 by 4
        const char* scrolled;
        const char* shown;
        const char* at;
    };

    void mainScreen()
    {
        const Case cases[] = {
            {"narrower", "abcdefgh\r\nx", {4, 4}, "", "abcd|efgh|x", "3,2"},
            {"narrower with a full screen", "abcdefgh\r\n1\r\n2\r\n3", {4, 4}, "abcd", "efgh|1|2|3", "4,2"},
            {"wider joins what wrapped", "0123456789abc\r\nx", {20, 4}, "", "0123456789abc|x", "2,2"},
            {"wider does not join lines", "0123456789\r\nabc", {20, 4}, "", "0123456789|abc", "2,4"},
            {"cursor in the middle of a line", "abcdefgh\x1b[1;7H", {4, 4}, "", "abcd|efgh", "2,3"},
            {"cursor behind the text", "ab\x1b[1;9H", {4, 4}, "", "ab", "2,4"},
            {"cursor at the end, exactly full", "abcdefgh", {4, 4}, "", "abcd|efgh", "2,4"},
            {"wide characters at the cut", "a日本語", {4, 4}, "", "a日|本語", "2,4"},
            {"and back together", "abcdefghi日本", {20, 4}, "", "abcdefghi日本", "1,14"},
            {"one column", "ab日", {1, 4}, "", "a|b|日", "3,1"},
            {"lower, room below the cursor", "1\r\n2", {10, 2}, "", "1|2", "2,2"},
            {"lower, none below", "1\r\n2\r\n3\r\n4", {10, 2}, "1|2", "3|4", "2,2"},
            {"lower, cursor above text", "1\r\n2\r\n3\r\n4\x1b[2;1H", {10, 2}, "1", "2|3", "1,1"},
            {"higher, full screen", "1\r\n2\r\n3\r\n4\r\n5\r\n6", {10, 5}, "1", "2|3|4|5|6", "5,2"},
            {"higher than all text", "1\r\n2\r\n3\r\n4\r\n5", {10, 9}, "", "1|2|3|4|5", "5,2"},
            {"higher, room below", "1\r\n2\r\n3\r\n4\r\n5\x1b[H\x1b[J>", {10, 6}, "1", ">", "1,2"},
            {"wider, full screen", "1\r\n2\r\n0123456789abcdef\r\n4\r\n5", {20, 4}, "1", "2|0123456789abcdef|4|5", "4,2"},
        };
        for (const Case& one : cases)
        {
            Fixture fixture(10, 4);
            fixture.feed(one.input);
            fixture.screen.resize(one.to);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(one.name, std::string(one.scrolled), fixture.scrolled());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(one.name, std::string(one.shown), fixture.shown());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(one.name, std::string(one.at), fixture.at());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(one.name, std::string(), brokenRule(fixture.screen));
        }
    }

    // A row that was joined with others takes the latest offset of all.
    static std::string withoutOffsets(const std::string& text) { return std::regex_replace(text, std::regex("@[0-9]+"), "@"); }

    void backAndForth()
    {
        Fixture fixture(10, 4);
        fixture.feed("first line is long\r\nsecond日本語\r\n\x1b[1mthird\x1b[m 3\r\nlast> ");
        const std::string before = withoutOffsets(everything(fixture.screen));
        for (const int cols : {3, 7, 1, 40, 2, 10})
        {
            fixture.screen.resize({.cols = cols, .rows = 4});
            CPPUNIT_ASSERT_EQUAL(std::string(), brokenRule(fixture.screen));
        }
        CPPUNIT_ASSERT_EQUAL(before, withoutOffsets(everything(fixture.screen)));
    }

    void continuedFromTheScrollback()
    {
        Fixture fixture(5, 2);
        fixture.feed("abcdefghijklmnopqrs");
        CPPUNIT_ASSERT_EQUAL(std::string("abcde|fghij"), fixture.scrolled());
        fixture.screen.resize({.cols = 8, .rows = 2});
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefgh"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string("ijklmnop|qrs"), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string("2,4"), fixture.at());
        fixture.screen.resize({.cols = 40, .rows = 2});
        CPPUNIT_ASSERT_EQUAL(std::string(""), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefghijklmnopqrs"), fixture.shown());
    }

    // The column that a wide character had no room in is no blank of the line, whether the line is joined, or comes back by height alone.
    void wideCharactersAtTheScrollbacksEnd()
    {
        for (const std::vector<ScreenSize>& sizes : {std::vector<ScreenSize>{{.cols = 40, .rows = 2}},
                                                     {{.cols = 5, .rows = 9}, {.cols = 40, .rows = 9}},
                                                     {{.cols = 5, .rows = 3}, {.cols = 3, .rows = 2}, {.cols = 40, .rows = 9}}})
        {
            Fixture fixture(5, 2);
            fixture.feed("日本語漢字日本\r\n");
            CPPUNIT_ASSERT_EQUAL(std::string("日本|語漢|字日"), fixture.scrolled());
            for (const ScreenSize& size : sizes) fixture.screen.resize(size);
            CPPUNIT_ASSERT_EQUAL(std::string("日本語漢字日本"), fixture.shown());
            CPPUNIT_ASSERT_EQUAL(std::string("2,1"), fixture.at());
            CPPUNIT_ASSERT_EQUAL(std::string(), brokenRule(fixture.screen));
        }
    }

    // It follows its character, and adds nothing to a line; before DECSC it is the first column of the first row.
    void savedCursor()
    {
        const auto wroteAt = [](std::string_view input, const std::vector<ScreenSize>& sizes)
        {
            Fixture fixture(10, 4);
            fixture.feed(input);
            for (const ScreenSize& size : sizes) fixture.screen.resize(size);
            const std::string scrolled = fixture.scrolled();
            fixture.feed("\x1b"
                         "8X");
            return scrolled + "/" + fixture.shown();
        };
        CPPUNIT_ASSERT_EQUAL(std::string("/abcd|eXgh"), wroteAt("abcde\x1b"
                                                                "7fgh",
                                                                {{.cols = 4, .rows = 4}}));
        CPPUNIT_ASSERT_EQUAL(std::string("/abcdeXgh"), wroteAt("abcde\x1b"
                                                               "7fgh",
                                                               {{.cols = 4, .rows = 4}, {.cols = 10, .rows = 4}}));
        CPPUNIT_ASSERT_EQUAL(std::string("/ab X|c"), wroteAt("\x1b[1;9H\x1b"
                                                             "7\rab\r\nc",
                                                             {{.cols = 4, .rows = 4}}));
        CPPUNIT_ASSERT_EQUAL(std::string("/ab    X|c"), wroteAt("\x1b[1;7H\x1b"
                                                                "7\rab\r\nc",
                                                                {{.cols = 8, .rows = 4}}));
        CPPUNIT_ASSERT_EQUAL(std::string("1/X|3|4|5"), wroteAt("1\r\n2\r\n3\r\n4\r\n5", {{.cols = 9, .rows = 4}}));
        CPPUNIT_ASSERT_EQUAL(std::string("/Xbcdefgh"), wroteAt("abcdefgh\r\n\n\n\n\n", {{.cols = 4, .rows = 4}, {.cols = 20, .rows = 9}}));
    }

    void alternateScreen()
    {
        Fixture fixture(6, 3);
        fixture.feed("\x1b[?1049h\x1b[H1234日\r\n日本語\r\nlast\x1b[3;6H");
        fixture.screen.resize({.cols = 5, .rows = 2});
        CPPUNIT_ASSERT_EQUAL(std::string("1234|日本"), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string("2,5"), fixture.at());
        fixture.screen.resize({.cols = 6, .rows = 3});
        CPPUNIT_ASSERT_EQUAL(std::string("1234|日本"), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string(), brokenRule(fixture.screen));
    }

    void mainBehindAlternate()
    {
        Fixture fixture(10, 4);
        fixture.feed("abcdefgh\r\n$ \x1b[?1049hfull");
        fixture.screen.resize({.cols = 4, .rows = 4});
        fixture.feed("\x1b[?1049lx");
        CPPUNIT_ASSERT_EQUAL(std::string("abcd|efgh|$ x"), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string("3,4"), fixture.at());
    }

    void clampedSizes()
    {
        Fixture fixture(0, -5);
        CPPUNIT_ASSERT(fixture.screen.size() == (ScreenSize{.cols = 1, .rows = 1}));
        fixture.feed("日x");
        fixture.screen.resize({.cols = 100'000, .rows = 100'000});
        CPPUNIT_ASSERT(fixture.screen.size() == (ScreenSize{.cols = 1'000, .rows = 1'000}));
        CPPUNIT_ASSERT_EQUAL(std::string("日x"), fixture.shown());
    }

    void marginsAndSavedCursor()
    {
        Fixture fixture(10, 4);
        fixture.feed("\x1b[2;3r\x1b[4;10H\x1b"
                     "7");
        fixture.screen.resize({.cols = 5, .rows = 3});
        fixture.feed("\x1b[3;1Ha\nb\x1b"
                     "8");
        CPPUNIT_ASSERT_EQUAL(std::string("|a| b"), fixture.shown());
        CPPUNIT_ASSERT(fixture.screen.cursor().row < 3 && fixture.screen.cursor().col < 5);
    }

    void stylesSurvive()
    {
        Fixture fixture(10, 3);
        fixture.feed("ab\x1b[31mcdefgh\x1b[m");
        fixture.screen.resize({.cols = 4, .rows = 3});
        fixture.screen.lines(1, 1,
                             [](const Line& line)
                             {
                                 CPPUNIT_ASSERT_EQUAL(std::size_t{1}, line.runs.size());
                                 CPPUNIT_ASSERT(line.runs[0].style.foreground == Color::indexed(1));
                             });
    }

    // A line that was cut exactly at the edge goes on where it stopped.
    void printingGoesOn()
    {
        Fixture fixture(10, 4);
        fixture.feed("abcdefgh");
        fixture.screen.resize({.cols = 4, .rows = 4});
        fixture.feed("ij");
        fixture.screen.resize({.cols = 20, .rows = 4});
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefghij"), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string("1,11"), fixture.at());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ResizeTest);

} // namespace venomx::pane
