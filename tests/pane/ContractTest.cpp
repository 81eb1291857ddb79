// The plugin `pane` keeps what every plugin keeps.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/testing.h>

#include "PanePlugin.h"

namespace venomx::tests
{

using namespace venomx::testing;

class PaneContractTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PaneContractTest);
    CPPUNIT_TEST(keepsIt);
    CPPUNIT_TEST_SUITE_END();

    struct Surroundings
    {
        explicit Surroundings(Bench& bench) : spawner(bench.services.loop), layout(bench.events, bench.resources) {}
        FakeSpawner spawner;
        FakeLayout layout;
    };
    static std::shared_ptr<void> surround(Bench& bench)
    {
        const auto made = std::make_shared<Surroundings>(bench);
        bench.services.offer<Spawner>(made->spawner);
        bench.services.offer<Layout>(made->layout);
        return made;
    }
    /// The panes p0, p1 and p2.
    static void scene(Bench& bench, void* surroundings)
    {
        static constexpr VerbSpec kCreate{.name = "test.create", .summary = "Create a pane", .include = {kSpawnParams}};
        auto& around = *static_cast<Surroundings*>(surroundings);
        for (int i = 0; i < 3; ++i)
        {
            FakeCall call{kCreate, R"({"argv":["cat"]})"};
            bench.onLoop([&] { bench.services.require<Panes>().create(call.take(), around.layout.newPlacement({})); });
            CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, call.wait().str().substr(0, 2));
        }
        bench.onLoop([&] { around.layout.panes = bench.services.find<Panes>(); });
    }

public:
    void keepsIt()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{},
            brokenPromises(
                {.name = "pane", .make = [] { return std::make_unique<pane::PanePlugin>(); }, .surround = surround, .scene = scene}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PaneContractTest);

} // namespace venomx::tests
