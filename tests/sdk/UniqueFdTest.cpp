#include <array>
#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::test
{
namespace
{

bool isOpen(int fd)
{
    return ::fcntl(fd, F_GETFD) >= 0;
}

int openOne()
{
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

} // namespace

class UniqueFdTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(UniqueFdTest);
    CPPUNIT_TEST(closesWhatItOwns);
    CPPUNIT_TEST(movesAndReleases);
    CPPUNIT_TEST(leavesErrnoAlone);
    CPPUNIT_TEST_SUITE_END();

    void closesWhatItOwns()
    {
        const int first = openOne();
        const int second = openOne();
        {
            UniqueFd fd{first};
            CPPUNIT_ASSERT(fd && fd.get() == first);
            fd.reset(second);
            CPPUNIT_ASSERT(!isOpen(first) && isOpen(second));
            fd.reset(second);
            CPPUNIT_ASSERT(isOpen(second));
        }
        CPPUNIT_ASSERT(!isOpen(second));
        CPPUNIT_ASSERT(!UniqueFd{});
        CPPUNIT_ASSERT(UniqueFd{0}.release() == 0);
    }

    void movesAndReleases()
    {
        const int number = openOne();
        UniqueFd first{number};
        UniqueFd second{std::move(first)};
        CPPUNIT_ASSERT(!first && second.get() == number && isOpen(number));
        UniqueFd third{openOne()};
        const int replaced = third.get();
        third = std::move(second);
        CPPUNIT_ASSERT(!isOpen(replaced) && third.get() == number);
        UniqueFd& same = third;
        third = std::move(same);
        CPPUNIT_ASSERT(third.get() == number && isOpen(number));
        CPPUNIT_ASSERT_EQUAL(number, third.release());
        CPPUNIT_ASSERT(!third && isOpen(number));
        ::close(number);
    }

    void leavesErrnoAlone()
    {
        UniqueFd bad{1'000'000};
        errno = ENOENT;
        bad.reset();
        CPPUNIT_ASSERT_EQUAL(ENOENT, errno);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(UniqueFdTest);

} // namespace venomx::test
