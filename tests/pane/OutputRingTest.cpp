#include "OutputRing.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

namespace venomx::pane
{

class OutputRingTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(OutputRingTest);
    CPPUNIT_TEST(testGrowsAndGoesRound);
    CPPUNIT_TEST(testMoreThanItHolds);
    CPPUNIT_TEST_SUITE_END();

    /// What a program that writes its own offsets would have written.
    static std::string stream(std::size_t from, std::size_t size)
    {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>((from + i) * 2654435761U >> 13);
        return bytes;
    }

    void testGrowsAndGoesRound()
    {
        OutputRing ring;
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, ring.oldest());
        std::size_t written = 0;
        for (std::size_t part = 1; written < 3 * OutputRing::kCapacity; part = part * 7 % 20'011)
        {
            ring.append(stream(written, part));
            written += part;
            const std::size_t kept = std::min(written, OutputRing::kCapacity);
            CPPUNIT_ASSERT_EQUAL(std::uint64_t{written}, ring.next());
            CPPUNIT_ASSERT(ring.oldest() <= written - std::min(kept, part));
            CPPUNIT_ASSERT(stream(written - part, part) == ring.copy(written - part, part));
        }
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{written - OutputRing::kCapacity}, ring.oldest());
        CPPUNIT_ASSERT(stream(ring.oldest(), OutputRing::kCapacity) == ring.copy(ring.oldest(), OutputRing::kCapacity));
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, ring.copy(ring.next() - 5, 100).size());
        CPPUNIT_ASSERT(ring.copy(ring.next(), 100).empty());
    }

    void testMoreThanItHolds()
    {
        OutputRing ring;
        ring.append(stream(0, 10));
        const std::size_t large = 2 * OutputRing::kCapacity + 3;
        ring.append(stream(10, large));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{10 + large}, ring.next());
        CPPUNIT_ASSERT(stream(ring.oldest(), OutputRing::kCapacity) == ring.copy(ring.oldest(), OutputRing::kCapacity));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OutputRingTest);

} // namespace venomx::pane
