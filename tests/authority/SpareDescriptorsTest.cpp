#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>
#include <venomx/sdk/unique_fd.h>

#include "kernel/authority/SpareDescriptors.h"

namespace venomx::tests
{

using kernel::SpareDescriptors;

class SpareDescriptorsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SpareDescriptorsTest);
    CPPUNIT_TEST(twoAreLentWhenThereAreNone);
    CPPUNIT_TEST(whatOthersTookIsTakenBackLater);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        ::getrlimit(RLIMIT_NOFILE, &_before);
        const rlimit low{.rlim_cur = 64, .rlim_max = _before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &low);
    }
    void tearDown() override { ::setrlimit(RLIMIT_NOFILE, &_before); }

private:
    static UniqueFd another() { return UniqueFd{::open("/", O_PATH | O_CLOEXEC)}; }

    /// Takes all that there are.
    static std::vector<UniqueFd> exhaust()
    {
        std::vector<UniqueFd> taken;
        while (UniqueFd one = another()) taken.push_back(std::move(one));
        return taken;
    }

    void twoAreLentWhenThereAreNone()
    {
        SpareDescriptors spare;
        const auto taken = exhaust();
        for (int time = 0; time < 3; ++time)
        {
            CPPUNIT_ASSERT(!another());
            const SpareDescriptors::Lent lent{spare};
            const UniqueFd first = another();
            const UniqueFd second = another();
            CPPUNIT_ASSERT(first && second && !another());
        }
        CPPUNIT_ASSERT(!another());
    }

    void whatOthersTookIsTakenBackLater()
    {
        SpareDescriptors spare;
        auto taken = exhaust();
        {
            const SpareDescriptors::Lent lent{spare};
            taken.push_back(another());
            taken.push_back(another());
        }
        {
            const SpareDescriptors::Lent lent{spare};
            CPPUNIT_ASSERT(!another());
            taken.pop_back();
            taken.pop_back();
        }
        CPPUNIT_ASSERT(!another());
        const SpareDescriptors::Lent lent{spare};
        CPPUNIT_ASSERT(another());
    }

    rlimit _before{};
};
CPPUNIT_TEST_SUITE_REGISTRATION(SpareDescriptorsTest);

} // namespace venomx::tests
