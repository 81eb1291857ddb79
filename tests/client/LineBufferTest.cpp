// Lines out of bytes that come in any pieces, and what is left of them in memory.
#include "client/wire/LineBuffer.h"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <random>
#include <utility>
#include <vector>

namespace venomx::client::test
{
namespace
{

void put(LineBuffer& buffer, std::string_view text, std::size_t least = 0)
{
    const std::span<char> room = buffer.room(std::max(least, text.size()));
    CPPUNIT_ASSERT(room.size() >= std::max(least, text.size()));
    std::ranges::copy(text, room.begin());
    buffer.add(text.size());
}

std::vector<std::string> all(LineBuffer& buffer)
{
    std::vector<std::string> lines;
    while (const std::optional<std::string_view> line = buffer.line()) lines.emplace_back(*line);
    return lines;
}

} // namespace

class LineBufferTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LineBufferTest);
    CPPUNIT_TEST(linesInAnyPieces);
    CPPUNIT_TEST(whatHasNoEnd);
    CPPUNIT_TEST(whatWasHandedOutIsWiped);
    CPPUNIT_TEST(aMovedOneGoesOn);
    CPPUNIT_TEST_SUITE_END();

public:
    void linesInAnyPieces()
    {
        std::mt19937 random{7};
        const auto upTo = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>{0, most}(random); };
        for (int round = 0; round < 200; ++round)
        {
            std::vector<std::string> wanted;
            std::string text;
            for (std::size_t i = upTo(20); i > 0; --i)
            {
                wanted.emplace_back(upTo(4) == 0 ? upTo(5000) : upTo(20), static_cast<char>('a' + i));
                text += wanted.back() + '\n';
            }
            LineBuffer buffer;
            std::vector<std::string> got;
            for (std::string_view left{text}; !left.empty();)
            {
                const std::size_t size = std::min(left.size(), 1 + upTo(upTo(3) == 0 ? 4000 : 30));
                put(buffer, left.substr(0, size), 16);
                left.remove_prefix(size);
                for (std::string& line : all(buffer)) got.push_back(std::move(line));
            }
            CPPUNIT_ASSERT(wanted == got);
            CPPUNIT_ASSERT(buffer.rest().empty());
        }
    }

    void whatHasNoEnd()
    {
        LineBuffer buffer;
        CPPUNIT_ASSERT(!buffer.line() && buffer.rest().empty());
        put(buffer, "one\ntw");
        CPPUNIT_ASSERT(all(buffer) == std::vector<std::string>{"one"});
        CPPUNIT_ASSERT_EQUAL(std::string_view{"tw"}, buffer.rest());
        put(buffer, "o\n\nthree");
        CPPUNIT_ASSERT((all(buffer) == std::vector<std::string>{"two", ""}));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"three"}, buffer.takeRest());
        CPPUNIT_ASSERT(buffer.rest().empty());
        put(buffer, "four\n");
        CPPUNIT_ASSERT(all(buffer) == std::vector<std::string>{"four"});
    }

    void whatWasHandedOutIsWiped()
    {
        LineBuffer buffer;
        (void)buffer.room(64);
        put(buffer, "a secret line\nanother\nre");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, all(buffer).size());
        const std::span<char> room = buffer.room(16);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"re"}, buffer.rest());
        CPPUNIT_ASSERT(room.size() >= 16);
        CPPUNIT_ASSERT(std::ranges::all_of(room, [](char byte) { return byte == '\0'; }));
    }

    void aMovedOneGoesOn()
    {
        LineBuffer first;
        put(first, "one\ntw");
        CPPUNIT_ASSERT(all(first) == std::vector<std::string>{"one"});
        LineBuffer second{std::move(first)};
        put(second, "o\n");
        CPPUNIT_ASSERT(all(second) == std::vector<std::string>{"two"});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LineBufferTest);

} // namespace venomx::client::test
