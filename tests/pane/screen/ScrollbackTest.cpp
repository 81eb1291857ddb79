// Lines that left the screen, the alternate screen, and which lines count as written since when.
#include <cppunit/extensions/HelperMacros.h>

#include "Fixture.h"

namespace venomx::pane
{

class ScrollbackTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ScrollbackTest);
    CPPUNIT_TEST(keepsWhatScrollsOut);
    CPPUNIT_TEST(keepsNoMoreThanItsLimit);
    CPPUNIT_TEST(keepsStylesAndWideCharacters);
    CPPUNIT_TEST(readsParts);
    CPPUNIT_TEST(readsAtAnotherWidth);
    CPPUNIT_TEST(readsWideAtAnotherWidth);
    CPPUNIT_TEST(clearing);
    CPPUNIT_TEST(alternateScreens);
    CPPUNIT_TEST(alternateHasNoScrollback);
    CPPUNIT_TEST(writtenSince);
    CPPUNIT_TEST(writtenSinceOnAlternate);
    CPPUNIT_TEST(writtenSinceStops);
    CPPUNIT_TEST(writtenSinceInPieces);
    CPPUNIT_TEST_SUITE_END();

public:
    static std::string numbered(int from, int to)
    {
        std::string text;
        for (int line = from; line <= to; ++line) text += std::to_string(line) + "\r\n";
        return text;
    }

    void keepsWhatScrollsOut()
    {
        Fixture fixture(10, 3);
        fixture.feed("1\r\n2  \r\n\r\n4\r\n5");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, fixture.screen.scrollbackLines());
        CPPUNIT_ASSERT_EQUAL(std::string("1|2"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string("|4|5"), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string("2||4"), fixture.text(-1, 1));
    }

    void keepsNoMoreThanItsLimit()
    {
        Fixture fixture(10, 3, 5);
        fixture.feed(numbered(1, 100'000));
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, fixture.screen.scrollbackLines());
        CPPUNIT_ASSERT_EQUAL(std::string("99994|99995|99996|99997|99998"), fixture.scrolled());
        Fixture none(10, 3, 0);
        none.feed(numbered(1, 100));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, none.screen.scrollbackLines());
        CPPUNIT_ASSERT_EQUAL(std::string("99|100"), none.shown());
        Fixture many(10, 3, 100'000);
        many.feed(numbered(1, 100'000));
        CPPUNIT_ASSERT_EQUAL(std::size_t{99'998}, many.screen.scrollbackLines());
        CPPUNIT_ASSERT_EQUAL(std::string("1|2"), many.text(-99'998, -99'997));
        CPPUNIT_ASSERT_EQUAL(std::string("50001"), many.text(-49'998, -49'998));
    }

    void keepsStylesAndWideCharacters()
    {
        const std::string content = "a\x1b[1;31m日e\u0301\x1b[44m \x1b[m\u2764\uFE0F\U0001F1E9\x1b[m\U0001F1EA\x1b[4mz";
        Fixture shown(20, 2);
        shown.feed(content);
        Fixture scrolled(20, 2);
        scrolled.feed(content).feed("\r\n\r\n");
        Line before;
        shown.screen.lines(0, 0, [&](const Line& line) { before = line; });
        scrolled.screen.lines(-1, -1,
                              [&](const Line& line)
                              {
                                  CPPUNIT_ASSERT_EQUAL(before.text, line.text);
                                  CPPUNIT_ASSERT_EQUAL(before.width, line.width);
                                  CPPUNIT_ASSERT_EQUAL(before.written, line.written);
                                  CPPUNIT_ASSERT_EQUAL(before.runs.size(), line.runs.size());
                                  for (std::size_t run = 0; run < line.runs.size(); ++run)
                                  {
                                      CPPUNIT_ASSERT(before.runs[run].style == line.runs[run].style);
                                      CPPUNIT_ASSERT_EQUAL(before.runs[run].width, line.runs[run].width);
                                      CPPUNIT_ASSERT_EQUAL(before.runs[run].bytes, line.runs[run].bytes);
                                  }
                              });
    }

    void readsParts()
    {
        Fixture fixture(10, 3);
        fixture.feed(numbered(1, 8));
        CPPUNIT_ASSERT_EQUAL(std::string("3|4|5"), fixture.text(-4, -2));
        CPPUNIT_ASSERT_EQUAL(std::string("1|2|3|4|5|6|7|8"), fixture.text(-1'000'000, 1'000'000));
        CPPUNIT_ASSERT_EQUAL(std::string(""), fixture.text(2, 1));
        CPPUNIT_ASSERT_EQUAL(std::string("8"), fixture.text(1, 1));
    }

    void readsAtAnotherWidth()
    {
        Fixture fixture(10, 2);
        fixture.feed("abcdefghijklmno\r\nshort\r\n\r\nx\r\ny\r\nz");
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefghij|klmno|short||x"), fixture.scrolled());
        fixture.screen.resize({.cols = 4, .rows = 2});
        CPPUNIT_ASSERT_EQUAL(std::size_t{8}, fixture.screen.scrollbackLines());
        CPPUNIT_ASSERT_EQUAL(std::string("abcd|efgh|ijkl|mno|shor|t||x"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string("ijkl|mno|shor"), fixture.text(-6, -4));
        fixture.screen.resize({.cols = 30, .rows = 2});
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefghijklmno|short||x"), fixture.scrolled());
        fixture.feed("\r\n0123456789012345678901234567890\r\n\r\n\r\n");
        CPPUNIT_ASSERT_EQUAL(std::string("abcdefghijklmno|short||x|y|z|012345678901234567890123456789|0"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string(), brokenRule(fixture.screen));
    }

    void readsWideAtAnotherWidth()
    {
        Fixture fixture(6, 1);
        fixture.feed("日本語日本語\r\nx");
        fixture.screen.resize({.cols = 5, .rows = 1});
        CPPUNIT_ASSERT_EQUAL(std::string("日本|語日|本語"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, fixture.screen.scrollbackLines());
        fixture.screen.resize({.cols = 1, .rows = 1});
        CPPUNIT_ASSERT_EQUAL(std::string("日|本|語|日|本|語"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string(), brokenRule(fixture.screen));
    }

    void clearing()
    {
        Fixture fixture(10, 2);
        fixture.feed("1\r\n2\r\n3");
        fixture.screen.clear(false);
        CPPUNIT_ASSERT_EQUAL(std::string(""), fixture.shown());
        CPPUNIT_ASSERT_EQUAL(std::string("1,1"), fixture.at());
        CPPUNIT_ASSERT_EQUAL(std::string("1"), fixture.scrolled());
        fixture.screen.clear(true);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, fixture.screen.scrollbackLines());
        fixture.feed("1\r\n2\r\n3\x1b[3J");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, fixture.screen.scrollbackLines());
        CPPUNIT_ASSERT_EQUAL(std::string("2|3"), fixture.shown());
    }

    void alternateScreens()
    {
        struct Sequence
        {
            const char* name;
            const char* input;
            const char* shown;
            const char* at;
        };
        const Sequence cases[] = {
            {"1049 shows an empty screen", "ab\x1b[?1049h", "", "1,3"},
            {"1049 brings text and cursor back", "ab\x1b[?1049h\x1b[2;5Hzz\x1b[?1049l", "ab", "1,3"},
            {"1049 clears each time", "\x1b[?1049hx\x1b[?1049l\x1b[?1049h", "", "1,1"},
            {"47 keeps what was there", "\x1b[?47hx\x1b[?47l\x1b[?47h", "x", "1,2"},
            {"1047 clears when left", "\x1b[?1047hx\x1b[?1047l\x1b[?1047h", "", "1,2"},
            {"47 leaves the cursor", "ab\x1b[?47h\x1b[2;5H\x1b[?47lX", "ab|    X", "2,6"},
            {"each screen has a saved cursor",
             "ab\x1b"
             "7\x1b[?47h\x1b[2;2H\x1b"
             "7\x1b[?47l\x1b"
             "8X",
             "abX", "1,4"},
            {"RIS comes back",
             "ab\x1b[?1049hx\x1b"
             "cY",
             "Y", "1,2"},
        };
        for (const Sequence& one : cases) check({one.name, one.input, one.shown, one.at}, 10, 3);
    }

    void alternateHasNoScrollback()
    {
        Fixture fixture(10, 2);
        fixture.feed("1\r\n2\r\n3\x1b[?1049h" + numbered(10, 20));
        CPPUNIT_ASSERT(fixture.screen.alternate());
        CPPUNIT_ASSERT_EQUAL(std::string("1"), fixture.scrolled());
        CPPUNIT_ASSERT_EQUAL(std::string("20"), fixture.shown());
        fixture.feed("\x1b[?1049l");
        CPPUNIT_ASSERT(!fixture.screen.alternate());
        CPPUNIT_ASSERT_EQUAL(std::string("2|3"), fixture.shown());
    }

    static std::string since(const Screen& screen, std::uint64_t offset)
    {
        std::string found;
        screen.writtenSince(offset,
                            [&](std::string_view text, std::uint64_t)
                            {
                                found += std::string(text) + "|";
                                return true;
                            });
        return found;
    }

    void writtenSince()
    {
        Fixture fixture(5, 3);
        fixture.feed("one\r\ntwo\r\n");
        const std::uint64_t mark = fixture.screen.bytesFed();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{10}, mark);
        CPPUNIT_ASSERT_EQUAL(std::string("one|two|"), since(fixture.screen, 0));
        CPPUNIT_ASSERT_EQUAL(std::string(), since(fixture.screen, mark));
        fixture.feed("longer than that");
        CPPUNIT_ASSERT_EQUAL(std::string("longer than that|"), since(fixture.screen, mark));
        CPPUNIT_ASSERT_EQUAL(std::string("longer than that|"), since(fixture.screen, mark + 15));
        CPPUNIT_ASSERT_EQUAL(std::string(), since(fixture.screen, mark + 16));
        CPPUNIT_ASSERT_EQUAL(std::string("one|two|longer than that|"), since(fixture.screen, 0));
        fixture.feed("\r\na\r\nb\r\nc\r\n");
        CPPUNIT_ASSERT_EQUAL(std::string("longer than that|a|b|c|"), since(fixture.screen, mark));
        fixture.feed("\x1b[H!");
        CPPUNIT_ASSERT_EQUAL(std::string("!|"), since(fixture.screen, fixture.screen.bytesFed() - 1));
    }

    void writtenSinceOnAlternate()
    {
        Fixture fixture(5, 2);
        fixture.feed("main\x1b[?1049h\x1b[Hfull!\r\nrow");
        CPPUNIT_ASSERT_EQUAL(std::string("main|full!|row|"), since(fixture.screen, 0));
        CPPUNIT_ASSERT_EQUAL(std::string("full!|row|"), since(fixture.screen, 5));
    }

    void writtenSinceStops()
    {
        Fixture fixture(5, 2);
        fixture.feed(numbered(1, 9));
        int visited = 0;
        fixture.screen.writtenSince(0, [&](std::string_view, std::uint64_t) { return ++visited < 3; });
        CPPUNIT_ASSERT_EQUAL(3, visited);
    }

    // A line at a time, with more written after each: all that was there comes once, wherever it is by then.
    void writtenSinceInPieces()
    {
        for (const int limit : {500, 4'000})
        {
            Fixture fixture(5, 2, limit);
            fixture.feed(numbered(1, 100));
            std::vector<std::string> seen;
            const auto visit = [&](std::string_view text, std::uint64_t)
            {
                seen.emplace_back(text);
                return true;
            };
            std::optional<std::uint64_t> next = 0;
            for (int more = 101; next; more += 2)
            {
                if (more < 400) fixture.feed(numbered(more, more + 1));
                next = fixture.screen.writtenSince(0, visit, *next, [] { return true; });
            }
            CPPUNIT_ASSERT_EQUAL(std::size_t{400}, seen.size());
            for (std::size_t i = 0; i < seen.size(); ++i) CPPUNIT_ASSERT_EQUAL(std::to_string(i + 1), seen[i]);
        }
        Fixture few(5, 2, 10); // what has been evicted since is passed over
        few.feed(numbered(1, 20));
        const auto next = few.screen.writtenSince(
            0, [](std::string_view, std::uint64_t) { return true; }, 0, [] { return true; });
        few.feed(numbered(21, 20'000));
        std::string first;
        const auto stop = [&](std::string_view text, std::uint64_t)
        {
            first = text;
            return false;
        };
        CPPUNIT_ASSERT(!few.screen.writtenSince(0, stop, next.value(), [] { return false; }));
        CPPUNIT_ASSERT(std::stoi(first) > 21);
        few.screen.clear(true);
        few.feed("new");
        CPPUNIT_ASSERT(!few.screen.writtenSince(0, stop, next.value(), [] { return false; }));
        CPPUNIT_ASSERT_EQUAL(std::string("new"), first);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ScrollbackTest);

} // namespace venomx::pane
