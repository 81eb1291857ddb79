#include <cppunit/extensions/HelperMacros.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/write_all.h>

namespace venomx::tests
{

class WriteAllTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WriteAllTest);
    CPPUNIT_TEST(inManyPieces);
    CPPUNIT_TEST(aFullDisk);
    CPPUNIT_TEST_SUITE_END();

    /// More than a pipe holds, so that one call cannot take it.
    void inManyPieces()
    {
        std::array<int, 2> ends{};
        CPPUNIT_ASSERT_EQUAL(0, ::pipe2(ends.data(), O_CLOEXEC));
        const UniqueFd in{ends[0]};
        UniqueFd out{ends[1]};
        std::string sent;
        for (int i = 0; i < 100'000; ++i) sent += std::to_string(i);
        std::string got;
        std::thread reader{[&]
                           {
                               std::array<char, 4096> block{};
                               for (ssize_t size = 0; (size = ::read(in.get(), block.data(), block.size())) > 0;)
                                   got.append(block.data(), static_cast<std::size_t>(size));
                           }};
        const bool whole = writeAll(out.get(), sent);
        out.reset();
        reader.join();
        CPPUNIT_ASSERT(whole);
        CPPUNIT_ASSERT(sent == got);
    }

    void aFullDisk()
    {
        const UniqueFd full{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
        CPPUNIT_ASSERT(full);
        CPPUNIT_ASSERT(!writeAll(full.get(), "anything"));
        CPPUNIT_ASSERT_EQUAL(ENOSPC, errno);
        CPPUNIT_ASSERT(writeAll(full.get(), ""));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WriteAllTest);

} // namespace venomx::tests
