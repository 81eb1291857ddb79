// A capture with colours, written to another terminal, gives the same cells: whatever the screen holds, each line at its place.
#include <cppunit/extensions/HelperMacros.h>
#include <random>

#include "Fixture.h"
#include "plugins/pane/src/capture/Ansi.h"
#include "plugins/pane/src/capture/Cells.h"

namespace venomx::pane
{

class RoundTripTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RoundTripTest);
    CPPUNIT_TEST(charactersThatWouldJoin);
    CPPUNIT_TEST(anyScreen);
    CPPUNIT_TEST_SUITE_END();

public:
    static std::string cellsOf(const Screen& screen)
    {
        std::string json;
        JsonWriter writer(json);
        captureCells(screen, {.trim = false}, writer);
        return json;
    }

    static std::string writtenElsewhere(const Screen& screen, bool trim)
    {
        Fixture other(screen.size().cols, screen.size().rows);
        const std::string capture = captureAnsi(screen, {.trim = trim});
        std::size_t begin = 0;
        for (int row = 1; begin < capture.size(); ++row)
        {
            const std::size_t end = capture.find('\n', begin);
            other.feed("\x1b[" + std::to_string(row) + ";1H" + capture.substr(begin, end - begin));
            begin = end + 1;
        }
        return cellsOf(other.screen);
    }

    // Characters that stand in cells of their own, as a sequence came between them, stay apart.
    void charactersThatWouldJoin()
    {
        for (const char* const input :
             {"\U0001F1E9\x1b[m\U0001F1EA", "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7", "\U0001F44D\x1b[m\U0001F3FD",
              "\U0001F469\u200D\x1b[m\U0001F4BB", "\u0915\x1b[3G\u093E", "\U0001F44D\U0001F3FD", "日\x1b[1G\x1b[m本"})
        {
            Fixture fixture(12, 2);
            fixture.feed(input);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(input, cellsOf(fixture.screen), writtenElsewhere(fixture.screen, false));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(input, cellsOf(fixture.screen), writtenElsewhere(fixture.screen, true));
        }
    }

    static std::string randomStream(std::mt19937& random)
    {
        static const char* const texts[] = {
            "a",          "two words ",   "日本",         "e\u0301", "\U0001F1E9", "\U0001F44D", "\U0001F3FD", "\U0001F469\u200D",
            "\U0001F4BB", "\u2764\uFE0F", "\u0915\u093E", "\u093E",  "\r\n",       "\t",         "\b",         "0123456789012345"};
        static const char* const looks[] = {"",
                                            "1",
                                            "2",
                                            "3",
                                            "4",
                                            "4:3",
                                            "4:5",
                                            "5",
                                            "7",
                                            "8",
                                            "9",
                                            "21",
                                            "53",
                                            "31",
                                            "97",
                                            "44",
                                            "103",
                                            "38;5;200",
                                            "48:5:17",
                                            "38:2::1:2:3",
                                            "48;2;250;0;7",
                                            "4;58:5:9",
                                            "4:2;58:2::9:8:7",
                                            "22;24;39"};
        static const char finals[] = "ABCDGHJKLMPSTX@`d";
        const auto pick = [&random](std::size_t most) { return random() % most; };
        std::string stream;
        for (int piece = 0; piece < 120; ++piece)
        {
            const std::size_t kind = pick(8);
            if (kind < 5)
                stream += texts[pick(std::size(texts))];
            else if (kind < 7)
                stream += "\x1b[" + std::string(looks[pick(std::size(looks))]) + "m";
            else
                stream += "\x1b[" + std::to_string(pick(9)) + finals[pick(sizeof finals - 1)];
        }
        return stream;
    }

    void anyScreen()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 500; ++round)
        {
            Fixture fixture(2 + static_cast<int>(random() % 30), 1 + static_cast<int>(random() % 8));
            fixture.feed(randomStream(random));
            CPPUNIT_ASSERT_EQUAL(cellsOf(fixture.screen), writtenElsewhere(fixture.screen, false));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RoundTripTest);

} // namespace venomx::pane
