#include "MemoryScan.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <random>
#include <string>
#include <sys/uio.h>
#include <venomx/sdk/secret.h>
#include <venomx/sdk/wiped_queue.h>

namespace venomx::test
{
namespace
{

std::string peek(const WipedQueue& queue)
{
    std::array<iovec, 1024> parts{};
    std::string all;
    const std::size_t count = queue.front(parts);
    for (std::size_t i = 0; i < count; ++i) all.append(static_cast<const char*>(parts.at(i).iov_base), parts.at(i).iov_len);
    return all;
}

} // namespace

class WipedQueueTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WipedQueueTest);
    CPPUNIT_TEST(keepsOrder);
    CPPUNIT_TEST(smallAppendsShareAPart);
    CPPUNIT_TEST(partsStayWhereTheyAreWhileMoreIsAppended);
    CPPUNIT_TEST(givesNoMorePartsThanAskedFor);
    CPPUNIT_TEST(randomTrafficComesOutInOrder);
    CPPUNIT_TEST(tellsItsRoom);
#if VENOMX_CAN_SCAN
    CPPUNIT_TEST(consumedBytesAreWiped);
    CPPUNIT_TEST(destructionWipes);
#endif
    CPPUNIT_TEST_SUITE_END();

    void keepsOrder()
    {
        WipedQueue queue{1000};
        CPPUNIT_ASSERT(queue.empty());
        queue.append("");
        CPPUNIT_ASSERT(queue.empty() && peek(queue).empty());
        queue.append("one ");
        queue.append("two");
        CPPUNIT_ASSERT_EQUAL(std::string{"one two"}, peek(queue));
        queue.consume(2);
        CPPUNIT_ASSERT_EQUAL(std::string{"e two"}, peek(queue));
        WipedQueue other{std::move(queue)};
        queue = std::move(other);
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, queue.size());
        queue.clear();
        CPPUNIT_ASSERT(queue.empty() && peek(queue).empty());
        queue.clear();
    }

    void smallAppendsShareAPart()
    {
        WipedQueue queue{100'000};
        for (int i = 0; i < 100; ++i) queue.append("0123456789");
        std::array<iovec, 4> parts{};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, queue.front(parts));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1000}, parts[0].iov_len);
    }

    void partsStayWhereTheyAreWhileMoreIsAppended()
    {
        WipedQueue queue{1'000'000};
        queue.append("first");
        std::array<iovec, 1> before{};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, queue.front(before));
        for (int i = 0; i < 1000; ++i) queue.append(std::string(700, 'x'));
        CPPUNIT_ASSERT_EQUAL(std::string{"first"}, std::string(static_cast<const char*>(before[0].iov_base), 5));
        std::array<iovec, 1> after{};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, queue.front(after));
        CPPUNIT_ASSERT(after[0].iov_base == before[0].iov_base);
    }

    void givesNoMorePartsThanAskedFor()
    {
        WipedQueue queue{10};
        queue.append(std::string(100'000, 'a'));
        queue.append(std::string(100'000, 'b'));
        std::array<iovec, 1> part{};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, queue.front(part));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, queue.front({}));
        CPPUNIT_ASSERT(peek(queue) == std::string(100'000, 'a') + std::string(100'000, 'b'));
    }

    void randomTrafficComesOutInOrder()
    {
        std::mt19937 random{5};
        WipedQueue queue{1};
        std::string expected;
        for (int i = 0; i < 5000; ++i)
        {
            const std::size_t in = random() % 40 == 0 ? random() % 60'000 : random() % 400;
            std::string bytes(in, '\0');
            for (char& byte : bytes) byte = static_cast<char>(random());
            queue.append(bytes);
            expected += bytes;
            CPPUNIT_ASSERT_EQUAL(expected.size(), queue.size());
            const std::size_t out = random() % 50 == 0 ? expected.size() : random() % std::min<std::size_t>(expected.size() + 1, 3000);
            if (i % 16 == 0) CPPUNIT_ASSERT(peek(queue) == expected);
            queue.consume(out);
            expected.erase(0, out);
        }
        CPPUNIT_ASSERT(peek(queue) == expected);
    }

    void tellsItsRoom()
    {
        WipedQueue queue{100};
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, queue.room());
        queue.append(std::string(60, 'x'));
        CPPUNIT_ASSERT_EQUAL(std::size_t{40}, queue.room());
        queue.append(std::string(60, 'x'));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, queue.room());
        CPPUNIT_ASSERT_EQUAL(std::size_t{120}, queue.size());
        queue.consume(30);
        CPPUNIT_ASSERT_EQUAL(std::size_t{10}, queue.room());
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, queue.limit());
    }

    void consumedBytesAreWiped()
    {
        const MemoryScan scan;
        WipedQueue queue{1};
        for (const std::size_t size : {100U, 5000U, 16'384U, 400'000U})
        {
            {
                Secret secret = Secret::ofSize(size);
                scan.fill(secret.writable());
                queue.append(secret.expose().substr(0, size / 2));
                queue.append(secret.expose().substr(size / 2));
            }
            wipeStack();
            CPPUNIT_ASSERT(scan.hits() > 2);
            queue.consume(size - 8);
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
            queue.consume(8);
            CPPUNIT_ASSERT(queue.empty());
        }
    }

    void destructionWipes()
    {
        const MemoryScan scan;
        {
            WipedQueue queue{1};
            Secret secret = Secret::ofSize(50'000);
            scan.fill(secret.writable());
            queue.append(secret.expose());
            queue.append(secret.expose());
        }
        wipeStack();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WipedQueueTest);

} // namespace venomx::test
