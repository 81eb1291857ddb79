// Random operations on layout trees: whatever happens, the tree stays exact, and a refusal changes nothing.
// A failure prints the seed and the step.
#include "tests/window/LayoutWalk.h"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <memory>
#include <random>
#include <stdexcept>

namespace venomx::tests
{
namespace
{

LayoutWalk walked(unsigned seed, int steps)
{
    auto random = std::make_shared<std::mt19937>(seed);
    LayoutWalk walk([random](int least, int most) { return std::uniform_int_distribution{least, most}(*random); });
    for (int step = 0; step < steps; ++step)
    {
        try
        {
            walk.step();
        }
        catch (const std::runtime_error& wrong)
        {
            CPPUNIT_FAIL("seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": " + wrong.what());
        }
    }
    return walk;
}

} // namespace

class LayoutPropertyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LayoutPropertyTest);
    CPPUNIT_TEST(randomOperationsKeepTheTreeExact);
    CPPUNIT_TEST_SUITE_END();

    void randomOperationsKeepTheTreeExact()
    {
        constexpr unsigned kFirstSeed = 1;
        constexpr unsigned kWalks = 24;
        constexpr int kSteps = 500;
        std::size_t most = 0;
        std::size_t refusals = 0;
        for (unsigned seed = kFirstSeed; seed < kFirstSeed + kWalks; ++seed)
        {
            const LayoutWalk walk = walked(seed, kSteps);
            most = std::max(most, walk.mostPanes());
            refusals += walk.refusals();
        }
        // The walks went where it gets tight.
        CPPUNIT_ASSERT(most >= 30);
        CPPUNIT_ASSERT(refusals >= 500);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LayoutPropertyTest);

} // namespace venomx::tests
