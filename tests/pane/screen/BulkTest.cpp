// What is taken many bytes at a time (runs of characters, whole sequences of colours) shows what the same bytes one by one do.
#include <cppunit/extensions/HelperMacros.h>
#include <random>

#include "Fixture.h"
#include "plugins/pane/src/screen/Utf8.h"

namespace venomx::pane
{

namespace
{

std::string hex(std::string_view bytes)
{
    std::string text;
    for (const char byte : bytes) text += std::to_string(static_cast<unsigned char>(byte)) + " ";
    return text;
}

/// The characters from U+00A0 up that stand whole at the beginning, one byte after another.
std::u32string decodedOneByOne(std::string_view bytes)
{
    std::u32string points;
    Utf8Decoder decoder;
    for (const char byte : bytes)
    {
        const auto step = decoder.feed(static_cast<std::uint8_t>(byte));
        if (step == Utf8Decoder::Step::More) continue;
        if (step != Utf8Decoder::Step::Done || decoder.codePoint() < 0xA0) break;
        points += decoder.codePoint();
    }
    return points;
}

void checkDecoding(std::string_view bytes)
{
    char32_t points[8];
    const char* at = bytes.data();
    const std::size_t count = decodeCharacters(at, bytes.data() + bytes.size(), points);
    const std::u32string expected = decodedOneByOne(bytes);
    CPPUNIT_ASSERT_MESSAGE(hex(bytes), expected == std::u32string_view(points, count));
    std::size_t length = 0;
    for (const char32_t point : expected) length += utf8Length(point);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(hex(bytes), length, static_cast<std::size_t>(at - bytes.data()));
}

} // namespace

class BulkTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(BulkTest);
    CPPUNIT_TEST(characters);
    CPPUNIT_TEST(noMoreThanThereIsRoomFor);
    CPPUNIT_TEST(colours);
    CPPUNIT_TEST(text);
    CPPUNIT_TEST_SUITE_END();

public:
    /// Every first two bytes, with tails that are good, bad and missing.
    void characters()
    {
        for (int first = 0x80; first < 0x100; ++first)
            for (int second = 0; second < 0x100; ++second)
                for (const std::string_view rest :
                     {"", "\x80", "\xBF", "\x80\x80", "\xBF\xBF", "\xBF\x7F", "\xC0\x80", "\x7F\x80", "\xC3\xA9"})
                {
                    std::string bytes{static_cast<char>(first), static_cast<char>(second)};
                    bytes += rest;
                    checkDecoding(bytes);
                    checkDecoding("\xE6\x97\xA5" + bytes);
                }
    }

    void noMoreThanThereIsRoomFor()
    {
        const std::string bytes = "日本語";
        char32_t points[2];
        const char* at = bytes.data();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, decodeCharacters(at, bytes.data() + bytes.size(), points));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{6}, at - bytes.data());
    }

    /// Few sequences said often, among such as are new each time: enough of both that remembered ones are used and tables collected.
    void colours()
    {
        static const char* const said[] = {"0",
                                           "1;31",
                                           "38;5;200;48;5;17",
                                           "38:5:9",
                                           "4:3",
                                           ";;7",
                                           "38;2;1;2;3",
                                           "00007",
                                           "7;27;1;",
                                           "0;38;2;255;254;253;48;2;9;8;7",
                                           "12345;1;70000"};
        static const char* const between[] = {"x",
                                              "yz",
                                              "\x1b[1\"q",
                                              "\x1b[0\"q",
                                              "\x1b"
                                              "7",
                                              "\x1b"
                                              "8",
                                              "\x1b[m",
                                              "\r\n",
                                              "\x1b]8;;http://a\a",
                                              "\x1b]8;;\a",
                                              "\x1b[K",
                                              "日",
                                              "e\u0301",
                                              "\x1b[!p",
                                              "\x1b[2b",
                                              "\x1b[?1049h",
                                              "\x1b[?1049l"};
        checkStreams(
            [&](std::mt19937& random, std::string& stream)
            {
                const unsigned kind = random() % 8;
                if (kind < 4) stream += std::string("\x1b[") + said[random() % std::size(said)] + "m";
                if (kind == 4) stream += "\x1b[38;2;" + std::to_string(random() % 256) + ";" + std::to_string(random() % 256) + ";0m";
                if (kind == 6) // what would join without the sequence
                    stream += std::string("\U0001F44D\x1b[") + said[random() % std::size(said)] + "m\U0001F3FD";
                if (kind == 5) stream += between[random() % std::size(between)];
                stream += static_cast<char>('a' + random() % 26);
            },
            12'000);
    }

    void text()
    {
        static const char* const pieces[] = {"日本語の文字列",
                                             "\U0001F600",
                                             "\U0001F44D\U0001F3FD",
                                             "\U0001F468\u200D\U0001F469\u200D\U0001F467",
                                             "\u2764\uFE0F",
                                             "\U0001F1E9\U0001F1EA\U0001F1EB",
                                             "e\u0301",
                                             "é\u0301ü",
                                             "क्षि",
                                             "가각\u1112\u1161",
                                             "\u00AD\u200B",
                                             "\xC2\x85",
                                             "\xE6\x97",
                                             "\xF0\x9F\x98",
                                             "\xED\xA0\x80",
                                             "plain",
                                             "\r\n",
                                             "\x1b[4h",
                                             "\x1b[4l",
                                             "\x1b[?7l",
                                             "\x1b[?7h",
                                             "\x1b[?69h\x1b[3;7s",
                                             "\x1b[?69l",
                                             "\x1b[3;5H",
                                             "\x1b[2D",
                                             "\x1b[3b",
                                             "\x1b[32m"};
        checkStreams([&](std::mt19937& random, std::string& stream) { stream += pieces[random() % std::size(pieces)]; }, 400);
    }

private:
    template <class Append>
    void checkStreams(Append&& append, int pieces)
    {
        std::mt19937 random(5);
        for (int round = 0; round < 6; ++round)
        {
            std::string stream;
            for (int piece = 0; piece < pieces; ++piece) append(random, stream);
            const int cols = 1 + static_cast<int>(random() % 30);
            Fixture whole(cols, 6, 20'000);
            Fixture single(cols, 6, 20'000);
            whole.feed(stream);
            for (std::size_t at = 0; at < stream.size(); ++at) single.feed(std::string_view(stream).substr(at, 1));
            CPPUNIT_ASSERT_EQUAL(everything(single.screen), everything(whole.screen));
            CPPUNIT_ASSERT(single.told.heard == whole.told.heard);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BulkTest);

} // namespace venomx::pane
