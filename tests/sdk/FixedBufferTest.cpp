#include "MemoryScan.h"

#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <random>
#include <string>
#include <sys/mman.h>
#include <vector>
#include <venomx/sdk/fixed_buffer.h>

namespace venomx::test
{
namespace
{

constexpr std::size_t kCapacity = std::size_t{1} << 20;

void put(FixedBuffer& buffer, std::string_view bytes)
{
    while (!bytes.empty())
    {
        const std::span<char> space = buffer.space();
        CPPUNIT_ASSERT(!space.empty());
        const std::size_t count = std::min(space.size(), bytes.size());
        std::memcpy(space.data(), bytes.data(), count);
        buffer.filled(count);
        bytes.remove_prefix(count);
    }
}

/// How many pages of the buffer's mapping are in memory; its data must begin at the front.
std::size_t residentPages(FixedBuffer& buffer)
{
    std::vector<unsigned char> pages(kCapacity / 4096);
    CPPUNIT_ASSERT_EQUAL(0, ::mincore(buffer.space().data() - buffer.data().size(), kCapacity, pages.data()));
    std::size_t count = 0;
    for (const unsigned char page : pages) count += page & 1U;
    return count;
}

} // namespace

class FixedBufferTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(FixedBufferTest);
    CPPUNIT_TEST(givesBackWhatWentIn);
    CPPUNIT_TEST(fillsToTheLastByte);
    CPPUNIT_TEST(randomTrafficComesOutInOrder);
    CPPUNIT_TEST(untouchedPagesCostNothing);
    CPPUNIT_TEST(bigFramesAreGivenBack);
#if VENOMX_CAN_SCAN
    CPPUNIT_TEST(consumedBytesAreWiped);
    CPPUNIT_TEST(theOldPlaceOfARestIsWiped);
    CPPUNIT_TEST(destructionWipes);
#endif
    CPPUNIT_TEST_SUITE_END();

    void givesBackWhatWentIn()
    {
        FixedBuffer buffer{kCapacity};
        CPPUNIT_ASSERT(buffer.data().empty() && !buffer.full());
        CPPUNIT_ASSERT_EQUAL(kCapacity, buffer.capacity());
        put(buffer, "one\ntwo\nthr");
        CPPUNIT_ASSERT_EQUAL(std::string{"one\ntwo\nthr"}, std::string{buffer.data()});
        buffer.consume(4);
        buffer.consume(0);
        CPPUNIT_ASSERT_EQUAL(std::string{"two\nthr"}, std::string{buffer.data()});
        put(buffer, "ee\n");
        CPPUNIT_ASSERT_EQUAL(std::string{"two\nthree\n"}, std::string{buffer.data()});
        FixedBuffer other{std::move(buffer)};
        buffer = std::move(other);
        buffer.clear();
        CPPUNIT_ASSERT(buffer.data().empty());
        CPPUNIT_ASSERT_EQUAL(kCapacity, buffer.space().size());
    }

    void fillsToTheLastByte()
    {
        FixedBuffer buffer{1000};
        put(buffer, std::string(1000, 'x'));
        CPPUNIT_ASSERT(buffer.full());
        CPPUNIT_ASSERT(buffer.space().empty());
        // A rest larger than what was consumed moves when there is no other room.
        buffer.consume(1);
        CPPUNIT_ASSERT(!buffer.full());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, buffer.space().size());
        put(buffer, "y");
        CPPUNIT_ASSERT(buffer.data() == std::string(999, 'x') + "y");
    }

    void randomTrafficComesOutInOrder()
    {
        std::mt19937 random{11};
        FixedBuffer buffer{5000};
        std::string expected;
        for (int i = 0; i < 20'000; ++i)
        {
            const std::span<char> space = buffer.space();
            CPPUNIT_ASSERT_EQUAL(expected.size() == 5000, space.empty());
            const std::size_t in = space.empty() ? 0 : random() % std::min<std::size_t>(space.size() + 1, 900);
            for (std::size_t k = 0; k < in; ++k)
            {
                space[k] = static_cast<char>(random());
                expected += space[k];
            }
            buffer.filled(in);
            CPPUNIT_ASSERT(buffer.data() == expected);
            const std::size_t out = random() % 4 == 0 ? expected.size() : random() % (expected.size() / 2 + 1);
            buffer.consume(out);
            expected.erase(0, out);
            CPPUNIT_ASSERT(buffer.data() == expected);
        }
    }

    void consumedBytesAreWiped()
    {
        const MemoryScan scan;
        FixedBuffer buffer{kCapacity};
        for (const std::size_t size : {100U, 5000U, 900'000U})
        {
            scan.fill(buffer.space().subspan(0, size));
            buffer.filled(size);
            CPPUNIT_ASSERT(scan.hits() > 3);
            buffer.consume(size - 8);
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
            buffer.consume(8);
            CPPUNIT_ASSERT(buffer.data().empty());
        }
    }

    void theOldPlaceOfARestIsWiped()
    {
        const MemoryScan scan;
        for (const std::size_t rest : {24U, 400U, 600U, 999U})
        {
            FixedBuffer buffer{1000};
            scan.fill(buffer.space());
            buffer.filled(1000);
            const std::size_t before = scan.hits();
            buffer.consume(1000 - rest);
            const std::size_t live = scan.hits();
            CPPUNIT_ASSERT(live >= rest / 24 && live < before);
            CPPUNIT_ASSERT_EQUAL(1000 - rest, buffer.space().size());
            CPPUNIT_ASSERT_EQUAL(live, scan.hits());
            buffer.consume(rest);
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        }
    }

    void destructionWipes()
    {
        const MemoryScan scan;
        {
            FixedBuffer buffer{kCapacity};
            scan.fill(buffer.space().subspan(0, 3000));
            buffer.filled(3000);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }

    void untouchedPagesCostNothing()
    {
        FixedBuffer buffer{kCapacity};
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, residentPages(buffer));
        put(buffer, "{}\n");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, residentPages(buffer));
    }

    void bigFramesAreGivenBack()
    {
        FixedBuffer buffer{kCapacity};
        put(buffer, std::string(kCapacity, 'x'));
        CPPUNIT_ASSERT_EQUAL(kCapacity / 4096, residentPages(buffer));
        // The same when a rest of the next frame came with it.
        buffer.consume(kCapacity - 10);
        CPPUNIT_ASSERT_EQUAL(kCapacity - 10, buffer.space().size());
        CPPUNIT_ASSERT(residentPages(buffer) <= 17);
        CPPUNIT_ASSERT(buffer.data() == std::string(10, 'x'));
        buffer.clear();
        put(buffer, std::string(500'000, 'x'));
        buffer.consume(500'000);
        CPPUNIT_ASSERT(residentPages(buffer) <= 17);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FixedBufferTest);

} // namespace venomx::test
