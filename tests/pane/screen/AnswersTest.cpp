// What the terminal answers, what it tells its listener, and the modes that it keeps.
#include <cppunit/extensions/HelperMacros.h>

#include "Fixture.h"

namespace venomx::pane
{

class AnswersTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(AnswersTest);
    CPPUNIT_TEST(reports);
    CPPUNIT_TEST(silences);
    CPPUNIT_TEST(modeReports);
    CPPUNIT_TEST(oneMouseModeOfAGroup);
    CPPUNIT_TEST(settings);
    CPPUNIT_TEST(keptModes);
    CPPUNIT_TEST(savedModes);
    CPPUNIT_TEST(cursorStyles);
    CPPUNIT_TEST(titles);
    CPPUNIT_TEST(directory);
    CPPUNIT_TEST(eventsHeard);
    CPPUNIT_TEST(longStrings);
    CPPUNIT_TEST_SUITE_END();

public:
    static std::string answerTo(std::string_view input)
    {
        Fixture fixture(80, 24);
        return fixture.feed(input).replies();
    }

    void reports()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"\x1b[c", "\x1b[?62;22c"},    {"\x1b[0c", "\x1b[?62;22c"},          {"\x1bZ", "\x1b[?62;22c"},
            {"\x1b[>c", "\x1b[>1;400;0c"}, {"\x1b[=c", "\x1bP!|00000000\x1b\\"}, {"\x1b[>q", "\x1bP>|venomx " VENOMX_VERSION "\x1b\\"},
            {"\x1b[5n", "\x1b[0n"},        {"\x1b[3;7H\x1b[6n", "\x1b[3;7R"},    {"\x1b[3;7H\x1b[?6n", "\x1b[?3;7;1R"},
            {"\x1b[?15n", "\x1b[?13n"},    {"\x1b[?25n", "\x1b[?20n"},           {"\x1b[?26n", "\x1b[?27;1;0;0n"},
            {"\x1b[?53n", "\x1b[?50n"},    {"\x1b[?55n", "\x1b[?50n"},           {"\x1b[18t", "\x1b[8;24;80t"},
            {"\x1b[?4m", "\x1b[>4;0m"},    {"\x1b[>4;2m\x1b[?4m", "\x1b[>4;2m"}, {"\x1bP+q544e\x1b\\", "\x1bP0+r\x1b\\"},
        };
        for (const auto& [input, expected] : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(input + 1, std::string(expected), answerTo(input));
    }

    // No protocol that is not there, no text of a program's choice, no clipboard, no colours.
    void silences()
    {
        for (const char* const input :
             {"\x1b[?u", "\x1b[21t", "\x1b]0;t\a\x1b[21t", "\x1b]52;c;?\a", "\x1b]11;?\a", "\x1b[1c", "\x1b[7n", "\x1b]4;1;?\a"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(input + 1, std::string(), answerTo(input));
        CPPUNIT_ASSERT_EQUAL(std::string("\x1b[?62;22c"), answerTo("\x1b[?u\x1b[c"));
    }

    void modeReports()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"\x1b[?7$p", "\x1b[?7;1$y"},
            {"\x1b[?2004$p", "\x1b[?2004;2$y"},
            {"\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"},
            {"\x1b[?2026h\x1b[?2026$p", "\x1b[?2026;1$y"},
            {"\x1b[?2027$p", "\x1b[?2027;3$y"},
            {"\x1b[?1002h\x1b[?1002$p\x1b[?1003$p", "\x1b[?1002;1$y\x1b[?1003;2$y"},
            {"\x1b[?1049h\x1b[?1049$p", "\x1b[?1049;1$y"},
            {"\x1b[?6h\x1b[?6$p\x1b[?69$p", "\x1b[?6;1$y\x1b[?69;2$y"},
            {"\x1b[?31337$p", "\x1b[?31337;0$y"},
            {"\x1b[4$p", "\x1b[4;2$y"},
            {"\x1b[20h\x1b[20$p", "\x1b[20;1$y"},
            {"\x1b[33$p", "\x1b[33;0$y"},
            {"\x1b[?2l\x1b[?2$p\x1b<\x1b[?2$p", "\x1b[?2;0$y\x1b[?2;0$y"}, // a VT52 is not to be had
            {"\x1b[?3h\x1b[?3$p", "\x1b[?3;0$y"},                          // nor are 132 columns
        };
        for (const auto& [input, expected] : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(input + 1, std::string(expected), answerTo(input));
    }

    // What is to be told of the mouse, and how: each has one answer at a time.
    void oneMouseModeOfAGroup()
    {
        const std::vector<int> groups[] = {{9, 1000, 1002, 1003}, {1005, 1006, 1015, 1016}};
        for (const auto& group : groups)
            for (const int set : group)
            {
                Fixture fixture;
                for (const int before : group) fixture.feed("\x1b[?" + std::to_string(before) + "h");
                fixture.feed("\x1b[?" + std::to_string(set) + "h");
                std::string expected;
                for (const int one : group)
                {
                    fixture.feed("\x1b[?" + std::to_string(one) + "$p");
                    expected += "\x1b[?" + std::to_string(one) + (one == set ? ";1$y" : ";2$y");
                }
                CPPUNIT_ASSERT_EQUAL(expected, fixture.replies());
                fixture.feed("\x1b[?" + std::to_string(set) + "l\x1b[?" + std::to_string(set) + "$p");
                CPPUNIT_ASSERT_EQUAL("\x1b[?" + std::to_string(set) + ";2$y", fixture.replies());
            }
    }

    void settings()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"\x1b[1;38;5;200m\x1bP$qm\x1b\\", "\x1bP1$r0;1;38:5:200m\x1b\\"},
            {"\x1b[2;5r\x1bP$qr\x1b\\", "\x1bP1$r2;5r\x1b\\"},
            {"\x1b[?69h\x1b[2;5s\x1bP$qs\x1b\\", "\x1bP1$r2;5s\x1b\\"},
            {"\x1b[4 q\x1bP$q q\x1b\\", "\x1bP1$r4 q\x1b\\"},
            {"\x1b[1\"q\x1bP$q\"q\x1b\\", "\x1bP1$r1\"q\x1b\\"},
            {"\x1bP$qz\x1b\\", "\x1bP0$r\x1b\\"},
        };
        for (const auto& [input, expected] : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(input + 1, std::string(expected), answerTo(input));
    }

    void keptModes()
    {
        Fixture fixture;
        const Modes& modes = fixture.screen.modes();
        fixture.feed("\x1b[?1;2004;1004;1006;1003h\x1b=\x1b[>4;1m\x1b[?2026h");
        CPPUNIT_ASSERT(modes.applicationCursor && modes.bracketedPaste && modes.focusEvents && modes.applicationKeypad);
        CPPUNIT_ASSERT(modes.synchronizedOutput);
        CPPUNIT_ASSERT(modes.mouse == MouseTracking::Any && modes.mouseEncoding == MouseEncoding::Sgr);
        CPPUNIT_ASSERT_EQUAL(1, int{modes.modifyOtherKeys});
        fixture.feed("\x1b[?1;2004;1004;1006;1003;2026l\x1b>\x1b[>4n");
        CPPUNIT_ASSERT(!modes.applicationCursor && !modes.bracketedPaste && !modes.focusEvents && !modes.applicationKeypad);
        CPPUNIT_ASSERT(!modes.synchronizedOutput);
        CPPUNIT_ASSERT(modes.mouse == MouseTracking::Off && modes.mouseEncoding == MouseEncoding::Legacy);
        CPPUNIT_ASSERT_EQUAL(0, int{modes.modifyOtherKeys});
    }

    void savedModes()
    {
        Fixture fixture;
        fixture.feed("\x1b[?2004h\x1b[?2004;1s\x1b[?2004l\x1b[?1h\x1b[?2004;1r");
        CPPUNIT_ASSERT(fixture.screen.modes().bracketedPaste);
        CPPUNIT_ASSERT(!fixture.screen.modes().applicationCursor);
    }

    void cursorStyles()
    {
        Fixture fixture;
        fixture.feed("\x1b[6 q\x1b[?25l");
        CPPUNIT_ASSERT(fixture.screen.cursor().shape == CursorShape::Bar);
        CPPUNIT_ASSERT(!fixture.screen.cursor().blink && !fixture.screen.cursor().visible);
        fixture.feed("\x1b[3 q\x1b[?25h");
        CPPUNIT_ASSERT(fixture.screen.cursor().shape == CursorShape::Underline);
        CPPUNIT_ASSERT(fixture.screen.cursor().blink && fixture.screen.cursor().visible);
    }

    void titles()
    {
        Fixture fixture;
        fixture.feed("\x1b]0;one\a\x1b]2;t\xC3\xA9w\x01o\x1b\\\x1b]2;t\xC3\xA9wo\a\x1b]1;icon\a");
        CPPUNIT_ASSERT_EQUAL(std::string("t\xC3\xA9wo"), fixture.screen.title());
        fixture.feed("\x1b[22;0t\x1b]2;three;four\a\x1b[23;0t\x1b[23;0t");
        const std::vector<std::string> expected = {"title one", "title t\xC3\xA9wo", "title three;four", "title t\xC3\xA9wo"};
        CPPUNIT_ASSERT(expected == fixture.told.heard);
        fixture.feed("\x1b]2;check \xE2\x9C\x9C mark\xC2\x9C.");
        CPPUNIT_ASSERT_EQUAL(std::string("check \xE2\x9C\x9C mark"), fixture.screen.title());
        CPPUNIT_ASSERT_EQUAL(std::string("."), fixture.shown());
        fixture.feed("\x1b]2;cancelled\x18");
        CPPUNIT_ASSERT_EQUAL(std::string("check \xE2\x9C\x9C mark"), fixture.screen.title());
    }

    void directory()
    {
        const std::pair<const char*, const char*> cases[] = {
            {"file://host/home/me", "/home/me"},
            {"file:///a%20b/%C3%A9", "/a b/\xC3\xA9"},
            {"file:///100%", "/100%"},
            {"file:///a%00b", "/old"},
            {"file:///a%FFb", "/old"},
            {"http://host/x", "/old"},
            {"", ""},
        };
        for (const auto& [url, expected] : cases)
        {
            Fixture fixture;
            fixture.feed("\x1b]7;file:///old\a").feed("\x1b]7;" + std::string(url) + "\a");
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::string(expected), fixture.screen.cwd());
        }
    }

    void eventsHeard()
    {
        Fixture fixture;
        fixture.feed("\a\x1b]9;ready\a\x1b]9;4;1;50\a\x1b]777;notify;Build;is; done\a\x1b]777;other;x\a"
                     "\x1b]133;A\a\x1b]133;B\x1b\\\x1b]133;C\a\x1b]133;D;3\a\x1b]133;D\a\x1b]133;D;x\a\x1b]133;E\a\x1b]133;A;cl=m\a");
        const std::vector<std::string> expected = {
            "bell",
            "notification |ready",
            "notification Build|is; done",
            "prompt A",
            "prompt B",
            "prompt C",
            "prompt D 3",
            "prompt D",
            "prompt D",
            "prompt A",
        };
        CPPUNIT_ASSERT(expected == fixture.told.heard);
        CPPUNIT_ASSERT_EQUAL(std::string(), fixture.shown());
    }

    // Beyond the bound a string is swallowed whole; what follows is text again.
    void longStrings()
    {
        std::string accents;
        while (accents.size() < 100'000) accents += "\u00E9";
        for (const std::string& content : {std::string(1'000'000, 'x'), accents})
            for (const char* const introducer : {"\x1b]2;", "\x1bP$q", "\x1b_", "\x1b^", "\x1bX", "\x1b]52;c;"})
            {
                Fixture fixture;
                fixture.feed(introducer).feed(content).feed("\x1b\\ok");
                CPPUNIT_ASSERT_EQUAL(std::string("ok"), fixture.shown());
                CPPUNIT_ASSERT_EQUAL(std::string(), fixture.screen.title() + fixture.replies());
            }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AnswersTest);

} // namespace venomx::pane
