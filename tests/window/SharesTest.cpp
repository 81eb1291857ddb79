#include "plugins/window/src/Shares.h"

#include <cppunit/extensions/HelperMacros.h>
#include <numeric>
#include <random>
#include <string>

using namespace venomx::window;

namespace
{

class SharesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SharesTest);
    CPPUNIT_TEST(sharesInProportion);
    CPPUNIT_TEST(holdsLeasts);
    CPPUNIT_TEST(refusesTooLittle);
    CPPUNIT_TEST(addsUpWhateverTheParts);
    CPPUNIT_TEST_SUITE_END();

    static std::string shares(const std::vector<Part>& parts, int room)
    {
        const auto lengths = shareOut(parts, room);
        if (!lengths) return "none";
        std::string text;
        for (const int length : *lengths) text += (text.empty() ? "" : " ") + std::to_string(length);
        return text;
    }

    void sharesInProportion()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"7"}, shares({{3, 1}}, 7));
        CPPUNIT_ASSERT_EQUAL(std::string{"20 40"}, shares({{10, 1}, {20, 1}}, 60));
        CPPUNIT_ASSERT_EQUAL(std::string{"5 10"}, shares({{10, 1}, {20, 1}}, 15));
        // 3.5 and 3.5: the odd cell goes to the earlier part.
        CPPUNIT_ASSERT_EQUAL(std::string{"4 3"}, shares({{5, 1}, {5, 1}}, 7));
        // 2.5, 3.75 and 3.75: to the largest remainders.
        CPPUNIT_ASSERT_EQUAL(std::string{"2 4 4"}, shares({{2, 1}, {3, 1}, {3, 1}}, 10));
    }

    void holdsLeasts()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"2 8"}, shares({{1, 2}, {99, 2}}, 10));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 2"}, shares({{1, 2}, {99, 2}}, 4));
        // Holding the first takes the second below its least too.
        CPPUNIT_ASSERT_EQUAL(std::string{"4 3 3"}, shares({{1, 4}, {30, 3}, {29, 2}}, 10));
    }

    void refusesTooLittle()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, shares({{5, 2}, {5, 2}}, 3));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, shares({{5, 2}}, -1'000'000));
    }

    void addsUpWhateverTheParts()
    {
        constexpr unsigned kSeed = 20260611;
        std::mt19937 random{kSeed};
        for (int round = 0; round < 20'000; ++round)
        {
            std::vector<Part> parts(1 + random() % 12);
            int leasts = 0;
            for (Part& part : parts)
            {
                part = {.length = 1 + static_cast<int>(random() % 1000), .least = 1 + static_cast<int>(random() % 20)};
                leasts += part.least;
            }
            const int room = leasts - 3 + static_cast<int>(random() % 500);
            const auto lengths = shareOut(parts, room);
            CPPUNIT_ASSERT_EQUAL(room >= leasts, lengths.has_value());
            if (!lengths) continue;
            CPPUNIT_ASSERT_EQUAL(room, std::accumulate(lengths->begin(), lengths->end(), 0));
            for (std::size_t index = 0; index < parts.size(); ++index) CPPUNIT_ASSERT((*lengths)[index] >= parts[index].least);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SharesTest);

} // namespace
