// What holds for every input: any cut of a stream gives the same screen, random bytes and sizes break no rule, memory is bounded.
#include <cppunit/extensions/HelperMacros.h>
#include <random>

#include "Fixture.h"
#include "plugins/pane/src/screen/Terminal.h"

namespace venomx::pane
{

class PropertyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PropertyTest);
    CPPUNIT_TEST(everyCutIsTheSame);
    CPPUNIT_TEST(numbersOfAnyLength);
    CPPUNIT_TEST(randomBytes);
    CPPUNIT_TEST(randomSequences);
    CPPUNIT_TEST(resizeStorm);
    CPPUNIT_TEST(stylesAreBounded);
    CPPUNIT_TEST(clustersAreBounded);
    CPPUNIT_TEST(aScreenHasMoreClustersThanTheTable);
    CPPUNIT_TEST(linksAreBounded);
    CPPUNIT_TEST(scrollbackIsBounded);
    CPPUNIT_TEST_SUITE_END();

public:
    // Pieces that random streams are made of: sequences with random parameters, text of all widths, raw bytes.
    static std::string randomStream(std::mt19937& random, int pieces)
    {
        static const char* const texts[] = {"a",
                                            "word ",
                                            "日本",
                                            "e\u0301",
                                            "\U0001F468\u200D\U0001F469",
                                            "\u2764\uFE0F",
                                            "\r\n",
                                            "\n",
                                            "\t",
                                            "\b",
                                            "\U0001F1E9\U0001F1EA",
                                            "0123456789012345678901234567890",
                                            "\x1bM",
                                            "\x1b"
                                            "7",
                                            "\x1b"
                                            "8",
                                            "\x1b"
                                            "D",
                                            "\x0E",
                                            "\x0F",
                                            "\x1b(0",
                                            "\x1b(B",
                                            "\x1b]8;;http://a\a",
                                            "\x1b]8;;\a"};
        static const char finals[] = "ABCDEFGHIJKLMPSTXZ@`abcdefgmrsu";
        static const int modes[] = {5, 6, 7, 45, 69, 47, 1047, 1048, 1049, 2004};
        const auto pick = [&random](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
        const auto number = [&] { return std::to_string(pick(6) == 0 ? pick(1'000'000) : pick(12)); };
        std::string stream;
        for (int piece = 0; piece < pieces; ++piece)
        {
            switch (pick(8))
            {
            case 0:
                stream += "\x1b[" + number() + ";" + number() + finals[pick(sizeof finals - 1)];
                break;
            case 1:
                stream += std::string("\x1b[") + finals[pick(sizeof finals - 1)];
                break;
            case 2:
                stream += "\x1b[?" + std::to_string(modes[pick(std::size(modes))]) + (pick(2) == 0 ? "h" : "l");
                break;
            case 3:
                stream += "\x1b[" + std::to_string(30 + pick(78)) + ";" + std::to_string(pick(10)) + "m";
                break;
            case 4:
                stream += pick(6) == 0 ? "\x1b[4h" : "\x1b[4l";
                break;
            default:
                stream += texts[pick(std::size(texts))];
                break;
            }
            if (pick(40) == 0) stream += static_cast<char>(pick(256));
        }
        return stream;
    }

    void everyCutIsTheSame()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 20; ++round)
        {
            const std::string stream = randomStream(random, 60);
            Fixture whole(13, 6);
            whole.feed(stream);
            const std::string expected = everything(whole.screen);
            for (std::size_t cut = 0; cut <= stream.size(); ++cut)
            {
                Fixture parts(13, 6);
                parts.feed(std::string_view(stream).substr(0, cut)).feed(std::string_view(stream).substr(cut));
                CPPUNIT_ASSERT_EQUAL(expected, everything(parts.screen));
                CPPUNIT_ASSERT(whole.told.heard == parts.told.heard && whole.told.replies == parts.told.replies);
            }
        }
    }

    // Short numbers are read many at once where enough bytes follow, long ones are not: with each mixture the cursor is where a
    // byte at a time takes it.
    void numbersOfAnyLength()
    {
        const std::string end = "Hx" + std::string(64, '\0');
        for (const std::string row : {"", "2", "02", "0002", "00002", "99999", "1234567"})
            for (const std::string column : {"", "3", "03", "003", "00003", "99999", "7654321"})
                for (const std::string more : {"", ";", ";1", ";12345"})
                {
                    const std::string stream = "\x1b[" + row + ";" + column + more + end;
                    Fixture whole(13, 6);
                    whole.feed(stream);
                    Fixture parts(13, 6);
                    for (const char& byte : stream) parts.feed({&byte, 1});
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(stream, everything(parts.screen), everything(whole.screen));
                }
    }

    void randomBytes()
    {
        std::mt19937 random(2);
        for (int round = 0; round < 300; ++round)
        {
            Recorder told;
            Terminal terminal({.cols = 1 + static_cast<int>(random() % 20), .rows = 1 + static_cast<int>(random() % 8)}, 30, told);
            std::string bytes(2'000, '\0');
            for (char& byte : bytes) byte = static_cast<char>(random() % 4 == 0 ? "\x1b[;?0123456789mHrJK"[random() % 19] : random());
            terminal.feed(bytes);
            CPPUNIT_ASSERT_EQUAL(std::string(), brokenGrid(terminal));
        }
    }

    void randomSequences()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 1'000; ++round)
        {
            Recorder told;
            Terminal terminal({.cols = 1 + static_cast<int>(random() % 20), .rows = 1 + static_cast<int>(random() % 8)}, 30, told);
            terminal.feed(randomStream(random, 150));
            CPPUNIT_ASSERT_EQUAL(std::string(), brokenGrid(terminal));
        }
    }

    void resizeStorm()
    {
        std::mt19937 random(4);
        for (int round = 0; round < 100; ++round)
        {
            Recorder told;
            Screen screen({.cols = 20, .rows = 6}, 50, told);
            Terminal terminal({.cols = 20, .rows = 6}, 50, told);
            for (int step = 0; step < 40; ++step)
            {
                const std::string stream = randomStream(random, 10);
                const ScreenSize size{.cols = 1 + static_cast<int>(random() % 30), .rows = 1 + static_cast<int>(random() % 10)};
                screen.feed(stream);
                screen.resize(size);
                terminal.feed(stream);
                terminal.resize(size);
                CPPUNIT_ASSERT_EQUAL(std::string(), brokenRule(screen));
                CPPUNIT_ASSERT_EQUAL(std::string(), brokenGrid(terminal));
            }
        }
    }

    void stylesAreBounded()
    {
        Recorder told;
        Terminal terminal({.cols = 80, .rows = 24}, 100, told);
        for (int color = 0; color < 300'000; ++color)
            terminal.feed("\x1b[38;2;" + std::to_string(color >> 16) + ";" + std::to_string(color >> 8 & 255) + ";" +
                          std::to_string(color & 255) + "mx");
        CPPUNIT_ASSERT(terminal.palette().styles.capacity() < 8 * 80 * 24);
        std::string last;
        terminal.lines(23, 23, [&](const Line& line) { last = std::to_string(line.runs.back().style.foreground.packed & 0xFFFFFF); });
        CPPUNIT_ASSERT_EQUAL(std::string("299999"), last);
    }

    void clustersAreBounded()
    {
        Recorder told;
        Terminal terminal({.cols = 80, .rows = 24}, 100, told);
        std::string text;
        for (int count = 0; count < 300'000; ++count)
        {
            text.clear();
            appendUtf8(text, static_cast<char32_t>(0x4E00 + count % 20'000));
            appendUtf8(text, static_cast<char32_t>(0x300 + count / 20'000));
            terminal.feed(text);
        }
        CPPUNIT_ASSERT(terminal.palette().clusters.live() < 8 * 80 * 24);
        std::string last;
        terminal.lines(23, 23, [&](const Line& line) { last = line.text.substr(line.text.size() - text.size()); });
        CPPUNIT_ASSERT_EQUAL(text, last);
    }

    // Each cell keeps its letter, whether or not there is room for its marks, and room that comes is used.
    void aScreenHasMoreClustersThanTheTable()
    {
        constexpr int kCols = 1'000;
        constexpr int kRows = 80;
        Fixture fixture(kCols, kRows, 0);
        const auto letter = [](int cell) { return static_cast<char32_t>('a' + cell % 26); };
        const auto feed = [&](int cells)
        {
            std::string text;
            for (int cell = 0; cell < cells; ++cell)
            {
                appendUtf8(text, letter(cell));
                appendUtf8(text, static_cast<char32_t>(0x300 + cell / 26 % 112));
                appendUtf8(text, static_cast<char32_t>(0x300 + cell / 26 / 112));
            }
            fixture.feed(text);
        };
        feed(kCols * kRows);
        std::string expected;
        for (int cell = 0; cell < kCols * kRows; ++cell) appendUtf8(expected, letter(cell));
        std::string letters;
        int marks = 0;
        for (int row = 0; row < kRows; ++row)
            forEachCodePoint(fixture.text(row, row), [&](char32_t point)
                             { point < 0x300 ? letters.push_back(static_cast<char>(point)) : static_cast<void>(++marks); });
        CPPUNIT_ASSERT(expected == letters);
        CPPUNIT_ASSERT(marks > 100'000);
        CPPUNIT_ASSERT(marks < kCols * kRows * 2);
        fixture.feed("\x1b[H\x1b[J");
        feed(kCols * 2);
        fixture.feed("\x1b[H\x1b[Je\u0301\u0302");
        CPPUNIT_ASSERT_EQUAL(std::string("e\u0301\u0302"), fixture.shown());
    }

    void linksAreBounded()
    {
        Recorder told;
        Terminal terminal({.cols = 80, .rows = 24}, 100, told);
        const std::string padding(1'900, 'p');
        for (int count = 0; count < 20'000; ++count) terminal.feed("\x1b]8;;http://x/" + std::to_string(count) + padding + "\aa\x1b]8;;\a");
        std::size_t kept = 0;
        const Links& links = terminal.palette().links;
        for (std::uint32_t link = 0; link < links.capacity(); ++link) kept += links[link].size();
        CPPUNIT_ASSERT(kept <= Links::most);
        CPPUNIT_ASSERT(kept > Links::most / 4);
        CPPUNIT_ASSERT(terminal.scrollback().bytes() <= 100 * Scrollback::dearestLine + 4 * Chunk::target);
    }

    void scrollbackIsBounded()
    {
        Recorder told;
        Terminal terminal({.cols = 1'000, .rows = 3}, 1'000, told);
        std::string line;
        for (int col = 0; col < 900; ++col) line += "\x1b[38;2;1;2;" + std::to_string(col % 256) + "ma\u0301\u0302\u0303\u0304\u0305\u0306";
        for (int count = 0; count < 2'000; ++count) terminal.feed(line + "\r\n");
        CPPUNIT_ASSERT(terminal.scrollback().bytes() <= 1'000 * Scrollback::dearestLine + 4 * Chunk::target);
        CPPUNIT_ASSERT(terminal.scrollbackLines() > 100);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PropertyTest);

} // namespace venomx::pane
