// The plugin `spawn` keeps what every plugin keeps.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/testing.h>

#include "SpawnPlugin.h"

namespace venomx::tests
{

using namespace venomx::testing;

class SpawnContractTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SpawnContractTest);
    CPPUNIT_TEST(keepsIt);
    CPPUNIT_TEST_SUITE_END();

public:
    void keepsIt()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             brokenPromises({.name = "spawn", .make = [] { return std::make_unique<spawn::SpawnPlugin>(); }}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SpawnContractTest);

} // namespace venomx::tests
