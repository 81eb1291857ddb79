// Cursor movement, margins, tabs, erasing, inserting, scrolling, resets: input to rows and cursor.
#include <cppunit/extensions/HelperMacros.h>

#include "Fixture.h"

namespace venomx::pane
{

class ControlTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ControlTest);
    CPPUNIT_TEST(motion);
    CPPUNIT_TEST(margins);
    CPPUNIT_TEST(sideMargins);
    CPPUNIT_TEST(originMode);
    CPPUNIT_TEST(tabs);
    CPPUNIT_TEST(erasing);
    CPPUNIT_TEST(selectiveErasing);
    CPPUNIT_TEST(insertingAndDeleting);
    CPPUNIT_TEST(scrolling);
    CPPUNIT_TEST(savedCursor);
    CPPUNIT_TEST(resets);
    CPPUNIT_TEST(backspaceOverWrap);
    CPPUNIT_TEST_SUITE_END();

public:
    static constexpr const char* full = "\x1b[1;1Haaaaa\x1b[2;1Hbbbbb\x1b[3;1Hccccc\x1b[4;1Hddddd";

    static std::string after(const std::string& input) { return full + input; }

    static void checkAll(std::initializer_list<Case> cases, int cols = 10, int rows = 4)
    {
        for (const Case& one : cases) check(one, cols, rows);
    }

    // The same on a screen of five columns full of text.
    struct OnFull
    {
        const char* name;
        std::string input;
        std::string shown;
        std::string at;
    };
    static void checkOnFull(std::initializer_list<OnFull> cases)
    {
        for (const OnFull& one : cases)
        {
            const std::string input = after(one.input);
            check({one.name, input, one.shown, one.at}, 5, 4);
        }
    }

    void motion()
    {
        checkAll({
            {"CUP", "\x1b[2;3HX", "|  X", "2,4"},
            {"CUP without parameters", "ab\x1b[HX", "Xb", "1,2"},
            {"CUP beyond", "\x1b[99;99HX", "|||         X", "4,10"},
            {"HVP", "\x1b[2;3fX", "|  X", "2,4"},
            {"CUU", "\x1b[3;3H\x1b[A\x1b[5A", "", "1,3"},
            {"CUD", "\x1b[2B\x1b[B\x1b[9B", "", "4,1"},
            {"CUF and CUB", "\x1b[5C\x1b[2D", "", "1,4"},
            {"HPR and VPR", "\x1b[3a\x1b[2e", "", "3,4"},
            {"CNL and CPL", "\x1b[2;5H\x1b[2E\x1b[4C\x1b[F", "", "3,1"},
            {"CHA, HPA, VPA", "\x1b[5G\x1b[3d\x1b[2`", "", "3,2"},
            {"zero means one", "\x1b[3;3H\x1b[0A\x1b[0D", "", "2,2"},
            {"IND, NEL, RI",
             "a\x1b"
             "Db\x1b"
             "Ec\x1bM\x1bMd",
             "ad| b|c", "1,3"},
            {"C1 as UTF-8",
             "a\xC2\x85"
             "b\xC2\x9B"
             "1;5Hc",
             "a   c|b", "1,6"},
            {"unknown sequences", "a\x1b[5;6;7zb\x1b[?99$wc\x1b%Gd\x1b~e", "abcde", "1,6"},
            {"two intermediates", "a\x1b[1!!pb", "ab", "1,3"},
            {"marker in the middle", "a\x1b[1?hb", "ab", "1,3"},
            {"control inside a sequence", "ab\x1b[1\r;5HX", "ab  X", "1,6"},
            {"cancelled",
             "a\x1b[1\x18"
             "5b\x1b[1\x1a"
             "5c",
             "a5b5c", "1,6"},
            {"escape begins anew", "a\x1b[12\x1b[3Cb", "a   b", "1,6"},
            {"high character inside a sequence", "a\x1b[1é2Cb", "ab", "1,3"},
            {"too many parameters",
             "\x1b[2;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30;31;32;33;34;35HX", "| X", "2,3"},
            {"huge parameter", "\x1b[99999999999999999999;2HX", "||| X", "4,3"},
        });
    }

    void margins()
    {
        checkOnFull({
            {"line feed at the bottom margin", "\x1b[2;3r\x1b[3;1H\nX", "aaaaa|ccccc|X|ddddd", "3,2"},
            {"line feed below the margins", "\x1b[2;3r\x1b[4;1H\nX", "aaaaa|bbbbb|ccccc|Xdddd", "4,2"},
            {"RI at the top margin", "\x1b[2;3r\x1b[2;1H\x1bMX", "aaaaa|X|bbbbb|ddddd", "2,2"},
            {"home after setting", "\x1b[2;3r", "aaaaa|bbbbb|ccccc|ddddd", "1,1"},
            {"VPR does not stop there", "\x1b[1;2r\x1b[2;1H\x1b[9e", "aaaaa|bbbbb|ccccc|ddddd", "4,1"},
            {"nonsense is ignored", "\x1b[3;2r", "aaaaa|bbbbb|ccccc|ddddd", "4,5"},
            {"CUU stops at the margin", "\x1b[2;3r\x1b[3;1H\x1b[9A", "aaaaa|bbbbb|ccccc|ddddd", "2,1"},
            {"CUU from above goes to the top", "\x1b[3;4r\x1b[2;1H\x1b[9A", "aaaaa|bbbbb|ccccc|ddddd", "1,1"},
            {"CUD stops at the margin", "\x1b[2;3r\x1b[2;1H\x1b[9B", "aaaaa|bbbbb|ccccc|ddddd", "3,1"},
            {"wrap in the last row outside", "\x1b[1;2r\x1b[4;1HXXXXXY", "aaaaa|bbbbb|ccccc|YXXXX", "4,2"},
        });
    }

    void sideMargins()
    {
        checkOnFull({
            {"wrap", "\x1b[?69h\x1b[2;4s\x1b[1;2HXXXY", "aXXXa|bYbbb|ccccc|ddddd", "2,3"},
            {"scroll", "\x1b[?69h\x1b[2;4s\x1b[4;2H\n", "abbba|bcccb|cdddc|d   d", "4,2"},
            {"no scroll from outside", "\x1b[?69h\x1b[2;4s\x1b[4;5H\n", "aaaaa|bbbbb|ccccc|ddddd", "4,5"},
            {"insert lines", "\x1b[?69h\x1b[2;4s\x1b[2;2H\x1b[L", "aaaaa|b   b|cbbbc|dcccd", "2,2"},
            {"delete lines", "\x1b[?69h\x1b[2;4s\x1b[2;2H\x1b[M", "aaaaa|bcccb|cdddc|d   d", "2,2"},
            {"insert characters", "\x1b[?69h\x1b[2;4s\x1b[1;2HX\x1b[1;2H\x1b[@", "a Xaa|bbbbb|ccccc|ddddd", "1,2"},
            {"delete characters", "\x1b[?69h\x1b[2;4s\x1b[1;2HX\x1b[1;2H\x1b[P", "aaa a|bbbbb|ccccc|ddddd", "1,2"},
            {"carriage return", "\x1b[?69h\x1b[2;4s\x1b[1;3H\rX", "aXaaa|bbbbb|ccccc|ddddd", "1,3"},
            {"carriage return left of it", "\x1b[?69h\x1b[3;4s\x1b[1;2H\rX", "Xaaaa|bbbbb|ccccc|ddddd", "1,2"},
            {"off again", "\x1b[?69h\x1b[2;4s\x1b[?69l\x1b[4;1H\n", "bbbbb|ccccc|ddddd", "4,1"},
            {"without the mode it saves the cursor", "\x1b[2;2H\x1b[s\x1b[1;1H\x1b[uX", "aaaaa|bXbbb|ccccc|ddddd", "2,3"},
            {"SL and SR", "\x1b[ @\x1b[1;1H\x1b[2 A", "  aaa|  bbb|  ccc|  ddd", "1,1"},
            {"DECIC and DECDC", "\x1b[1;2HX\x1b[1;2H\x1b['}\x1b[1;4H\x1b['~", "a Xa|b bb|c cc|d dd", "1,4"},
            {"DECFI",
             "\x1b[1;5H\x1b"
             "9",
             "aaaa|bbbb|cccc|dddd", "1,5"},
            {"DECBI",
             "\x1b[1;1H\x1b"
             "6",
             " aaaa| bbbb| cccc| dddd", "1,1"},
        });
        check({"half characters at the sides", "日本\x1b[2;1H\xE8\xAA\x9E\x1b[?69h\x1b[2;4s\x1b[3;2H\x1b[4;2H\n\n", "", "4,2"}, 5, 4);
    }

    void originMode()
    {
        checkOnFull({
            {"home is the margin", "\x1b[2;3r\x1b[?6hX", "aaaaa|Xbbbb|ccccc|ddddd", "2,2"},
            {"held inside", "\x1b[2;3r\x1b[?6h\x1b[9;9HX", "aaaaa|bbbbb|ccccX|ddddd", "3,5"},
            {"VPA too", "\x1b[2;3r\x1b[?6h\x1b[2dX", "aaaaa|bbbbb|Xcccc|ddddd", "3,2"},
            {"off again", "\x1b[2;3r\x1b[?6h\x1b[?6lX", "Xaaaa|bbbbb|ccccc|ddddd", "1,2"},
        });
        Fixture fixture(10, 4);
        fixture.feed("\x1b[2;3r\x1b[?6h\x1b[2;4H\x1b[6n");
        CPPUNIT_ASSERT_EQUAL(std::string("\x1b[2;4R"), fixture.replies());
    }

    void tabs()
    {
        checkAll(
            {
                {"every eight", "\ta\tb", "        a       b", "1,18"},
                {"stop of one's own", "\x1b[1;4H\x1bH\r\tX", "   X", "1,5"},
                {"one cleared", "\x1b[1;9H\x1b[g\r\tX", "                X", "1,18"},
                {"all cleared", "\x1b[3g\tX", "                   X", "1,20"},
                {"set back", "\x1b[3g\x1b[?5W\tX", "        X", "1,10"},
                {"CHT and CBT", "\x1b[2I\x1b[Zx", "        x", "1,10"},
                {"back at the beginning", "\t\x1b[9ZX", "X", "1,2"},
            },
            20);
    }

    void erasing()
    {
        checkOnFull({
            {"ED 0", "\x1b[2;3H\x1b[J", "aaaaa|bb", "2,3"},
            {"ED 1", "\x1b[2;3H\x1b[1J", "|   bb|ccccc|ddddd", "2,3"},
            {"ED 2", "\x1b[2;3H\x1b[2J", "", "2,3"},
            {"EL 0", "\x1b[2;3H\x1b[K", "aaaaa|bb|ccccc|ddddd", "2,3"},
            {"EL 1", "\x1b[2;3H\x1b[1K", "aaaaa|   bb|ccccc|ddddd", "2,3"},
            {"EL 2", "\x1b[2;3H\x1b[2K", "aaaaa||ccccc|ddddd", "2,3"},
            {"ECH", "\x1b[2;2H\x1b[2X", "aaaaa|b  bb|ccccc|ddddd", "2,2"},
            {"ECH beyond the end", "\x1b[2;2H\x1b[99X", "aaaaa|b|ccccc|ddddd", "2,2"},
            {"unknown kinds", "\x1b[7J\x1b[7K", "aaaaa|bbbbb|ccccc|ddddd", "4,5"},
        });
    }

    void selectiveErasing()
    {
        checkAll({
            {"DECSEL", "a\x1b[1\"qb\x1b[0\"qc\x1b[?2K", " b", "1,4"},
            {"DECSED", "a\x1b[1\"qb\x1b[2\"qc\x1b[?2J", " b", "1,4"},
            {"SGR leaves it", "\x1b[1\"q\x1b[mb\x1b[?2K", "b", "1,2"},
            {"plain erasing takes all", "\x1b[1\"qb\x1b[2K", "", "1,2"},
        });
    }

    void insertingAndDeleting()
    {
        checkOnFull({
            {"ICH", "\x1b[2;2H\x1b[2@", "aaaaa|b  bb|ccccc|ddddd", "2,2"},
            {"ICH beyond", "\x1b[2;2H\x1b[99@", "aaaaa|b|ccccc|ddddd", "2,2"},
            {"DCH", "\x1b[2;2H\x1b[2P", "aaaaa|bbb|ccccc|ddddd", "2,2"},
            {"DCH beyond", "\x1b[2;2H\x1b[99P", "aaaaa|b|ccccc|ddddd", "2,2"},
            {"IL", "\x1b[2;2H\x1b[L", "aaaaa||bbbbb|ccccc", "2,1"},
            {"IL beyond", "\x1b[2;2H\x1b[99L", "aaaaa", "2,1"},
            {"DL", "\x1b[2;2H\x1b[M", "aaaaa|ccccc|ddddd", "2,1"},
            {"DL inside margins", "\x1b[1;3r\x1b[2;1H\x1b[M", "aaaaa|ccccc||ddddd", "2,1"},
            {"IL outside margins", "\x1b[2;3r\x1b[4;1H\x1b[L", "aaaaa|bbbbb|ccccc|ddddd", "4,1"},
        });
    }

    void scrolling()
    {
        checkOnFull({
            {"SU", "\x1b[S", "bbbbb|ccccc|ddddd", "4,5"},
            {"SU by more than there is", "\x1b[99S", "", "4,5"},
            {"SD", "\x1b[T", "|aaaaa|bbbbb|ccccc", "4,5"},
            {"SD of ECMA-48", "\x1b[2^", "||aaaaa|bbbbb", "4,5"},
            {"SU inside margins", "\x1b[2;3r\x1b[S", "aaaaa|ccccc||ddddd", "1,1"},
            {"SD inside margins", "\x1b[2;3r\x1b[T", "aaaaa||bbbbb|ddddd", "1,1"},
        });
        Fixture fixture(5, 4);
        fixture.feed(after("\x1b[S\x1b[2;4r\x1b[S"));
        CPPUNIT_ASSERT_EQUAL(std::string("aaaaa"), fixture.scrolled());
    }

    void savedCursor()
    {
        checkAll({
            {"DECSC and DECRC",
             "\x1b[2;3H\x1b"
             "7\x1b[H\x1b"
             "8X",
             "|  X", "2,4"},
            {"nothing saved",
             "\x1b[2;3H\x1b"
             "8X",
             "X", "1,2"},
            {"the wrap that waits",
             "0123456789\x1b"
             "7\x1b[H\x1b"
             "8X",
             "0123456789|X", "2,2"},
            {"mode 1048", "\x1b[2;3H\x1b[?1048h\x1b[H\x1b[?1048lX", "|  X", "2,4"},
        });
    }

    void resets()
    {
        checkOnFull({
            {"RIS",
             "\x1b[2;3r\x1b[?6h\x1b"
             "cX",
             "X", "1,2"},
            {"DECSTR keeps text and place", "\x1b[2;3r\x1b[3;2H\x1b[4h\x1b[!pX", "aaaaa|bbbbb|cXccc|ddddd", "3,3"},
            {"DECALN", "\x1b[2;3r\x1b[2;2H\x1b#8", "EEEEE|EEEEE|EEEEE|EEEEE", "1,1"},
        });
        Fixture fixture(5, 2);
        fixture.feed("1\r\n2\r\n3\x1b[?2004h\x1b"
                     "c");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, fixture.screen.scrollbackLines());
        CPPUNIT_ASSERT(!fixture.screen.modes().bracketedPaste);
    }

    void backspaceOverWrap()
    {
        checkAll({
            {"with mode 45", "\x1b[?45h0123456789X\b\bY", "012345678Y|X", "1,10"},
            {"from behind the last column", "\x1b[?45h0123456789\bY", "012345678Y", "1,10"},
            {"without", "0123456789X\b\bY", "0123456789|Y", "2,2"},
            {"not over a line that did not wrap", "\x1b[?45hab\r\n\bY", "ab|Y", "2,2"},
        });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ControlTest);

} // namespace venomx::pane
