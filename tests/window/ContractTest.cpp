// The plugin `window` keeps what every plugin keeps.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/testing.h>

#include "plugins/window/src/WindowPlugin.h"

namespace venomx::tests
{

using namespace venomx::testing;

class WindowContractTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WindowContractTest);
    CPPUNIT_TEST(keepsIt);
    CPPUNIT_TEST_SUITE_END();

    static std::shared_ptr<void> surround(Bench& bench)
    {
        const auto panes = std::make_shared<FakePanes>(bench.resources, bench.events);
        panes->use(bench.services);
        bench.services.offer<Panes>(*panes);
        return panes;
    }
    static void scene(Bench& bench, void*)
    {
        for (const auto& [verb, params] : {std::pair{"session.create", R"({"name":"build"})"}, {"window.create", R"({"session":"s0"})"}})
            CPPUNIT_ASSERT_MESSAGE(verb, bench.call(verb, params).kind == Answer::Kind::ok);
    }

public:
    void keepsIt()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{},
            brokenPromises(
                {.name = "window", .make = [] { return std::make_unique<window::WindowPlugin>(); }, .surround = surround, .scene = scene}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WindowContractTest);

} // namespace venomx::tests
