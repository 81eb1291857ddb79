// Characters: ASCII, UTF-8, wide ones, clusters, wrapping, character sets.
#include <cppunit/extensions/HelperMacros.h>

#include "Fixture.h"

namespace venomx::pane
{

using namespace std::string_view_literals;

class PrintTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PrintTest);
    CPPUNIT_TEST(plainText);
    CPPUNIT_TEST(brokenUtf8);
    CPPUNIT_TEST(wideCharacters);
    CPPUNIT_TEST(clusters);
    CPPUNIT_TEST(clusterWidths);
    CPPUNIT_TEST(characterSets);
    CPPUNIT_TEST(repeats);
    CPPUNIT_TEST(longestCluster);
    CPPUNIT_TEST_SUITE_END();

public:
    void plainText()
    {
        const Case cases[] = {
            {"text", "hello", "hello", "1,6"},
            {"line ends", "a\r\nb\nc", "a|b| c", "3,3"},
            {"last column waits", "0123456789", "0123456789", "1,10"},
            {"wrap", "0123456789X", "0123456789|X", "2,2"},
            {"carriage return before the wrap", "0123456789\rX", "X123456789", "1,2"},
            {"backspace from the waiting column", "0123456789\bX", "01234567X9", "1,10"},
            {"no autowrap", "\x1b[?7l0123456789XYZ", "012345678Z", "1,10"},
            {"autowrap again", "\x1b[?7l0123456789\x1b[?7hX", "0123456789|X", "2,2"},
            {"scroll", "1\r\n2\r\n3\r\n4", "2|3|4", "3,2"},
            {"wrap at the bottom", "\x1b[3;1H0123456789X", "|0123456789|X", "3,2"},
            {"insert mode", "abc\x1b[1;1H\x1b[4hXY", "XYabc", "1,3"},
            {"DEL and NUL are nothing", "a\x7f\0b"sv, "ab", "1,3"},
            {"overwrite", "abc\rX", "Xbc", "1,2"},
            {"tab", "a\tb", "a       b", "1,10"},
            {"vertical tab and form feed", "a\vb\fc", "a| b|  c", "3,4"},
            {"new line mode", "\x1b[20ha\nb", "a|b", "2,2"},
        };
        for (const Case& one : cases) check(one, 10, 3);
    }

    // Where the WHATWG decoder puts U+FFFD.
    void brokenUtf8()
    {
        const Case cases[] = {
            {"stray continuation", "a\x80z", "a\uFFFDz", "1,4"},
            {"overlong", "\xC0\xAF", "\uFFFD\uFFFD", "1,3"},
            {"surrogate", "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", "1,4"},
            {"too high", "\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", "1,5"},
            {"cut by ASCII", "\xE2\x82z", "\uFFFDz", "1,3"},
            {"cut by a lead", "\xE2\x82\xC3\xA9", "\uFFFD\u00E9", "1,3"},
            {"cut by an escape", "\xF0\x9F\x98\x1b[1mz", "\uFFFDz", "1,3"},
            {"never a byte", "\xFF\xFE", "\uFFFD\uFFFD", "1,3"},
            {"unfinished stays unfinished", "ab\xE2\x82", "ab", "1,3"},
            {"all lengths", "\x24\xC2\xA2\xE2\x82\xAC\xF0\x90\x8D\x88", "$\u00A2\u20AC\U00010348", "1,5"},
        };
        for (const Case& one : cases) check(one, 10, 3);
    }

    void wideCharacters()
    {
        const Case cases[] = {
            {"wide", "日本", "日本", "1,5"},
            {"no room in the last column", "abcde日", "abcde|日", "2,3"},
            {"just room", "abcd日", "abcd日", "1,6"},
            {"no room and no autowrap", "\x1b[?7labcde日X", "abcdeX", "1,6"},
            {"head overwritten", "日本\rX", "X 本", "1,2"},
            {"tail overwritten", "日本\x1b[1;2HX", " X本", "1,3"},
            {"both neighbours cut", "日本\x1b[1;2Hあ", " あ", "1,4"},
            {"head erased", "日本\x1b[1;1H\x1b[X", "  本", "1,1"},
            {"tail erased", "日本\x1b[1;2H\x1b[X", "  本", "1,2"},
            {"cut by erasing to the end", "日本\x1b[1;4H\x1b[K", "日", "1,4"},
            {"cut by deletion", "日本語\x1b[1;2H\x1b[P", " 本語", "1,2"},
            {"pushed out", "a日本\x1b[1;1H\x1b[2@", "  a日", "1,1"},
            {"fullwidth form", "Ａ", "Ａ", "1,3"},
            {"ambiguous is narrow", "§±", "§±", "1,3"},
            {"soft hyphen is shown", "a\u00ADb", "a\u00ADb", "1,4"},
            {"Unicode 15.1 description character", "\u2FFF", "\u2FFF", "1,3"},
        };
        for (const Case& one : cases) check(one, 6, 3);
        check({"squeezed into one column", "日x", "日|x", "2,1"}, 1, 3);
    }

    void clusters()
    {
        const Case cases[] = {
            {"combining mark", "e\u0301x", "e\u0301x", "1,3"},
            {"two marks", "o\u0302\u0323", "o\u0302\u0323", "1,2"},
            {"mark in the last column", "01234567e\u0301x", "01234567e\u0301x", "1,10"},
            {"mark after the last column", "012345678e\u0301x", "012345678e\u0301|x", "2,2"},
            {"mark with nothing before it", "\u0301a", "a", "1,2"},
            {"mark after a move", "ab\x1b[1;2H\u0301", "a\u0301b", "1,2"},
            {"mark on a wide character", "か\u3099x", "か\u3099x", "1,4"},
            {"spacing mark", "\u0915\u093E", "\u0915\u093E", "1,2"},
            {"spacing mark alone", "\u093E", "\u093E", "1,2"},
            {"extending vowel sign", "\u0995\u09BEx", "\u0995\u09BEx", "1,3"},
            {"halfwidth sound mark has its column", "\uFF76\uFF9Ex", "\uFF76\uFF9Ex", "1,4"},
            {"Hangul of parts", "\u1112\u1161\u11ABx", "\u1112\u1161\u11ABx", "1,4"},
            {"zero width space", "a\u200Bb", "a\u200Bb", "1,3"},
            {"ZWJ without pictographs", "a\u200Db", "a\u200Db", "1,3"},
            {"overwritten", "e\u0301\rx", "x", "1,2"},
        };
        for (const Case& one : cases) check(one, 10, 3);
    }

    void clusterWidths()
    {
        const Case cases[] = {
            {"family", "\U0001F468\u200D\U0001F469\u200D\U0001F467x", "\U0001F468\u200D\U0001F469\u200D\U0001F467x", "1,4"},
            {"skin tone", "\U0001F44D\U0001F3FDx", "\U0001F44D\U0001F3FDx", "1,4"},
            {"skin tone alone", "a\U0001F3FD", "a\U0001F3FD", "1,4"},
            {"flag", "\U0001F1E9\U0001F1EAx", "\U0001F1E9\U0001F1EAx", "1,4"},
            {"flag and a half", "\U0001F1E9\U0001F1EA\U0001F1E9", "\U0001F1E9\U0001F1EA\U0001F1E9", "1,4"},
            {"halves apart", "\U0001F1E9\x1b[m\U0001F1EA", "\U0001F1E9\U0001F1EA", "1,3"},
            {"heart as emoji", "\u2764\uFE0Fx", "\u2764\uFE0Fx", "1,4"},
            {"heart as text", "\u2764x", "\u2764x", "1,3"},
            {"keycap", "1\uFE0F\u20E3x", "1\uFE0F\u20E3x", "1,4"},
            {"no variation of a letter", "a\uFE0Fx", "a\uFE0Fx", "1,3"},
            {"widened over a neighbour", "abc\x1b[1;1H\u2764\uFE0F", "\u2764\uFE0Fc", "1,3"},
            {"widened into the last column", "01234567\u2764\uFE0F", "01234567\u2764\uFE0F", "1,10"},
            {"widened in the last column moves on", "012345678\u2764\uFE0Fx", "012345678|\u2764\uFE0Fx", "2,4"},
            {"tagged flag", "\U0001F3F4\U000E0067\U000E0062\U000E007Fx", "\U0001F3F4\U000E0067\U000E0062\U000E007Fx", "1,4"},
        };
        for (const Case& one : cases) check(one, 10, 3);
    }

    void characterSets()
    {
        const Case cases[] = {
            {"line drawing in G0", "\x1b(0lqk\x1b(Bq", "┌─┐q", "1,5"},
            {"line drawing in G1", "\x1b)0x\x0Ex\x0Fx", "x│x", "1,4"},
            {"all of it", "\x1b(0`afgjklmnopqrstuvwxyz{|}~", "◆▒°±┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·", "1,26"},
            {"British", "\x1b(A#\x1b(B#", "£#", "1,3"},
            {"single shift", "\x1b*0\x1bNqq", "─q", "1,3"},
            {"kept with the cursor",
             "\x1b(0\x1b"
             "7\x1b(B\x1b"
             "8q",
             "─", "1,2"},
        };
        for (const Case& one : cases) check(one, 40, 3);
    }

    void repeats()
    {
        const Case cases[] = {
            {"REP", "ab\x1b[3b", "abbbb", "1,6"},
            {"REP of a wide character", "日\x1b[2b", "日日日", "1,7"},
            {"REP wraps", "x\x1b[11b", "xxxxxxxxxx|xx", "2,3"},
            {"REP after REP", "+\x1b[1b\x1b[10b", "++", "1,3"},
            {"nothing to repeat", "\x1b[5b", "", "1,1"},
            {"not across a control", "a\r\x1b[5b", "a", "1,1"},
        };
        for (const Case& one : cases) check(one, 10, 3);
    }

    void longestCluster()
    {
        Fixture fixture(10, 3);
        fixture.feed("a");
        for (int mark = 0; mark < 10'000; ++mark) fixture.feed("\u0301");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1 + 23 * 2}, fixture.shown().size());
        CPPUNIT_ASSERT_EQUAL(std::string("1,2"), fixture.at());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PrintTest);

} // namespace venomx::pane
